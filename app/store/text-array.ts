/** The number by which PostgreSQL calls the type `text`. */
const textOid = 25;
const headBytes = 20;

/**
 * Texts as one `text[]` parameter in the server's own binary form, which the driver sends as it is: as a literal, each
 * text would be searched for what to escape here, and read character by character there.
 * Source: `array_recv` of PostgreSQL; dimensions, whether there are nulls, the elements' type, their number, the first
 * index, then each with its length before it, which is -1 for null.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  let size = headBytes;
  for (const text of texts) size += 4 + (text === null ? 0 : Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(texts.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(textOid, 8);
  bytes.writeInt32BE(texts.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = headBytes;
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, at + 4);
    bytes.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  return bytes;
}
