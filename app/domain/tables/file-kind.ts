import type { FileKind } from "../file-reasons.ts";
import { refuse, type Refusal } from "../refusal.ts";

/** First bytes of files of other kinds. */
const foreignBytes: readonly (readonly [beginning: string, kind: FileKind])[] = [
  ["PK\u0003", "zip"],
  ["PK\u0005", "zip"],
  ["\u00d0\u00cf\u0011\u00e0", "excel"],
  ["\u001f\u008b", "compressed"],
  ["BZh", "compressed"],
  ["7z\u00bc\u00af", "compressed"],
  ["Rar!", "compressed"],
  ["%PDF", "pdf"],
  ["\u0089PNG", "image"],
  ["\u00ff\u00d8\u00ff", "image"],
];

const webPage =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|table|style|meta)\b/i;

/** The refusal of a file that is no text, whatever its name. Null for a possible statement. */
export function foreignFile(bytes: Buffer): Refusal | null {
  const begins = bytes.subarray(0, 2000).toString("latin1");
  const foreign = foreignBytes.find(([beginning]) => begins.startsWith(beginning));
  if (foreign) return refuse("invalid", { code: "file_kind", what: foreign[1] }, "file");
  if (webPage.test(begins)) return refuse("invalid", { code: "file_kind", what: "web_page" }, "file");
  const isUtf16 = begins.startsWith("\u00ff\u00fe") || begins.startsWith("\u00fe\u00ff");
  if (isUtf16 || !bytes.includes(0)) return null;
  return refuse("invalid", { code: "file_kind", what: "not_text" }, "file");
}
