import type { Encoding } from "./table.ts";

type DecodedText = { readonly text: string; readonly encoding: Encoding };

/** The text of a file in this encoding, without a byte order mark. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Finds the encoding by the byte order mark, by strict UTF-8, or by the fewest odd signs. `words` have letters
 * beyond ASCII and are likely in the file.
 */
export function decodeText(bytes: Uint8Array, words: readonly string[] = []): DecodedText {
  const encoding = markedEncoding(bytes);
  if (encoding !== null) return { text: decodeAs(bytes, encoding), encoding };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const fewest = oneByteEncoding(bytes, words);
    return { text: decodeAs(bytes, fewest), encoding: fewest };
  }
}

/** The encoding that the beginning of a file proves. Null if it may be UTF-8 or a one-byte encoding. */
export function markedEncoding(start: Uint8Array): Encoding | null {
  return encodingByMark(start) ?? encodingByZeros(start);
}

function encodingByMark([a, b, c]: Uint8Array): Encoding | null {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xef && b === 0xbb && c === 0xbf ? "utf-8" : null;
}

/** UTF-16 without a mark: every second byte of its ASCII signs is zero. */
function encodingByZeros(bytes: Uint8Array): Encoding | null {
  const head = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length * 0.3;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : null;
}

/** The first of several equally good ones wins. */
const oneByteEncodings = ["windows-1252", "windows-1250", "iso-8859-15"] as const;

/** Length of the part that is checked, because a 10 MB file need not be decoded three times. */
const looksAt = 200_000;

/** The encoding under which bytes that are no UTF-8 have the fewest odd signs. */
export function oneByteEncoding(bytes: Uint8Array, words: readonly string[] = []): Encoding {
  const head = bytes.subarray(0, looksAt);
  let best: { readonly encoding: Encoding; readonly oddness: number } | null = null;
  for (const encoding of oneByteEncodings) {
    const oddness = oddnessOf(decodeAs(head, encoding), words);
    if (best === null || oddness < best.oddness) best = { encoding, oddness };
  }
  return best?.encoding ?? "windows-1252";
}

/** Signs that no word in the languages of known files has. */
const oddSigns =
  /[\u0080-\u009f\u00a4]|[^\s\u0020-\u00ff\u20ac\u2013\u2014\u2018-\u201e\u2026ąćęłńśźżœŒŸĄĆĘŁŃŚŹŻšž]|(?<=\p{L})[¹³¿¼½¾¢¥¦¨ª¬¯±²´µ¶·¸º»×÷]|[¹³¿¼½¾](?=\p{L})/gu;

function oddnessOf(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase();
  const known = words.filter((word) => lower.includes(word)).length;
  return (text.match(oddSigns)?.length ?? 0) - known;
}
