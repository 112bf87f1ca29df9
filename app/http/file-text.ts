/**
 * The text of a file that somebody brought: UTF-8, UTF-16 behind its mark, or, where it is no UTF-8, Windows-1252, as
 * older programs write it.
 */
export function fileText(bytes: Buffer): string {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const plain = a === 0xef && b === 0xbb && c === 0xbf ? bytes.subarray(3) : bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return new TextDecoder("windows-1252").decode(plain);
  }
}

const delimiters = [",", ";", "\t"] as const;

/** What stands between the cells: of comma, semicolon and tab the one that the first line has most often, outside quotes. */
export function delimiterOf(text: string): string {
  const head = text.slice(0, 10_000).replaceAll(/"[^"]*"/g, "");
  const line = head.split(/\r\n|\n|\r/).find((one) => one.trim() !== "") ?? "";
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}
