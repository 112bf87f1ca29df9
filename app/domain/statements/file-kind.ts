import { refuse, type Refusal } from "../refusal.ts";

const uploadInstead = "Upload a CSV, camt.053 or OFX file.";

/** First bytes of files of other kinds. */
const foreignBytes: readonly (readonly [beginning: string, message: string])[] = [
  ["PK\u0003", `This is a ZIP or Excel file. ${uploadInstead}`],
  ["PK\u0005", `This is a ZIP or Excel file. ${uploadInstead}`],
  ["\u00d0\u00cf\u0011\u00e0", `This is an Excel file. ${uploadInstead}`],
  ["\u001f\u008b", "This is a compressed file. Unpack it first."],
  ["BZh", "This is a compressed file. Unpack it first."],
  ["7z\u00bc\u00af", "This is a compressed file. Unpack it first."],
  ["Rar!", "This is a compressed file. Unpack it first."],
  ["%PDF", `This is a PDF. ${uploadInstead}`],
  ["\u0089PNG", `This is an image. ${uploadInstead}`],
  ["\u00ff\u00d8\u00ff", `This is an image. ${uploadInstead}`],
];

const webPage =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|table|style|meta)\b/i;

/** The refusal of a file that is no text, whatever its name. Null for a possible statement. */
export function importedLinkFile(bytes: Buffer): Refusal | null {
  const begins = bytes.subarray(0, 2000).toString("latin1");
  const foreign = foreignBytes.find(([beginning]) => begins.startsWith(beginning));
  if (foreign) return refuse("invalid", foreign[1], "file");
  if (webPage.test(begins)) return refuse("invalid", `This is a web page. ${uploadInstead}`, "file");
  const isUtf16 = begins.startsWith("\u00ff\u00fe") || begins.startsWith("\u00fe\u00ff");
  if (isUtf16 || !bytes.includes(0)) return null;
  return refuse("invalid", `This isn't a text file. ${uploadInstead}`, "file");
}
