import type { StandardStatement } from "#app/domain/statements/standard-statement.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { readCamtFile } from "./camt-file.ts";
import { readOfxFile } from "./ofx-file.ts";

/**
 * Reads a file in a bank format that names each value: camt.052, .053 and .054, and OFX. Recognized by its content, whatever it
 * is called; null for another file, such as CSV.
 */
export function readStandardFile(bytes: Buffer): StandardStatement | Refusal | null {
  const start = startOf(bytes);
  if (/^OFXHEADER\s*:|<OFX[\s>]|<\?OFX/i.test(start)) return readOfxFile(bytes);
  if (/^<(\?xml|!|[\w:]*Document\b)/.test(start)) {
    const text = xmlText(bytes, start);
    return text === null ? otherEncoding : readCamtFile(text);
  }
  return null;
}

const otherEncoding = refuse("invalid", "This file is written in an encoding that isn't supported.", "file");

/** The first signs of a file, of any encoding that has ASCII in it. */
function startOf(bytes: Buffer): string {
  return bytes
    .subarray(0, 1000)
    .toString("latin1")
    .replaceAll("\u0000", "")
    .replace(/^(ï»¿|ÿþ|þÿ)/, "")
    .trimStart();
}

/** The text of an XML file by its mark or its declaration; null for an encoding that is unknown or does not hold. */
function xmlText(bytes: Buffer, start: string): string | null {
  const marks: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? "utf-8";
  const encoding = marks[bytes.subarray(0, 2).toString("hex")] ?? declared;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
