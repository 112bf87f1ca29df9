/** How the names end under which the platform, and gateways in their receipts, tell where a browser was. */
const names = ['_ip"', 'ip_address"'].map((name) => Buffer.from(name));

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const erased = Buffer.from("null");

/**
 * The same JSON document, as long as before, with null in place of each text under such a name. Only the bytes are
 * looked at, since the door is busy: within a text a quote is escaped, so what is followed by a colon is a name. What
 * was signed stays as it came; where there is nothing to erase it is answered itself.
 */
export function withoutAddresses(document: Buffer): Buffer {
  let copy: Buffer | null = null;
  for (const name of names) {
    for (let at = document.indexOf(name); at !== -1; at = document.indexOf(name, at + name.length)) {
      const text = textAfter(document, at + name.length);
      if (text === null) continue;
      copy ??= Buffer.from(document);
      copy.fill(" ", text.start, text.end).set(erased, text.start);
    }
  }
  return copy ?? document;
}

/** Where the text lies that is the value of the name which ends there, quotes included; null where it is none. */
function textAfter(
  document: Buffer,
  nameEnd: number,
): { readonly start: number; readonly end: number } | null {
  const mark = skipBlank(document, nameEnd);
  if (document[mark] !== colon) return null;
  const start = skipBlank(document, mark + 1);
  if (document[start] !== quote) return null;
  let end = start + 1;
  while (end < document.length && document[end] !== quote) end += document[end] === backslash ? 2 : 1;
  end += 1;
  // Shorter than what takes its place is no address.
  return end <= document.length && end - start >= erased.length ? { start, end } : null;
}

function skipBlank(document: Buffer, from: number): number {
  let at = from;
  while (isBlank(document[at])) at += 1;
  return at;
}

/** What JSON allows between two of its marks. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
