import { refuse, type Refusal } from "../refusal.ts";

export type StatementFileKind = "csv" | "camt" | "ofx";

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

const webPage = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|table|style|meta)\b/i;
const ofx = /^\s*(?:OFXHEADER|<OFX>|<\?OFX|<\?xml[^>]*>\s*<\?OFX)/i;

/** Tells by its first bytes how a statement file is to be read, whatever its name says. */
export function statementFileKind(bytes: Buffer): StatementFileKind | Refusal {
  const begins = bytes
    .subarray(0, 2000)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  const foreign = foreignBytes.find(([beginning]) => begins.startsWith(beginning));
  if (foreign) return refuse("invalid", foreign[1], "file");
  if (webPage.test(begins)) return refuse("invalid", `This is a web page. ${uploadInstead}`, "file");
  if (ofx.test(begins)) return "ofx";
  if (/^\s*(?:<\?xml|<Document\b)/.test(begins)) return "camt";
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(begins);
  if (!isUtf16 && bytes.includes(0)) {
    return refuse("invalid", `This isn't a text file. ${uploadInstead}`, "file");
  }
  return "csv";
}
