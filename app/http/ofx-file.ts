import { ofxAccount, ofxRow } from "#app/domain/statements/ofx-transaction.ts";
import { mostStatementRows, type ReadRow } from "#app/domain/statements/reading.ts";
import type { StandardStatement } from "#app/domain/statements/standard-statement.ts";
import { nodesAt, textAt, type XmlNode } from "#app/domain/statements/xml-node.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { readXml, XmlFileError } from "./bounded-xml.ts";

const mostBytes = 5 * 1024 * 1024;

/** Reads a statement in OFX or QFX: 1.x, which is SGML with open tags, and 2.x, which is XML. */
export function readOfxFile(bytes: Buffer): StandardStatement | Refusal {
  if (bytes.length > mostBytes) return refuse("invalid", "An OFX file can be at most 5 MB.", "file");
  const rows: ReadRow[] = [];
  try {
    readXml(closedTags(ofxText(bytes)), (node) => {
      if (node.name !== "STMTRS" && node.name !== "CCSTMTRS") return false;
      addTransactions(node, rows);
      return true;
    });
  } catch (error) {
    if (error instanceof XmlFileError) return refuse("invalid", error.message, "file");
    throw error;
  }
  if (rows.length === 0) return refuse("invalid", "This statement has no transactions.", "file");
  return { format: "ofx", rows };
}

function addTransactions(statement: XmlNode, rows: ReadRow[]): void {
  const account = ofxAccount(statement);
  const currency = textAt(statement, "CURDEF");
  const seen = new Set<string>();
  for (const [path, isPending] of [
    ["BANKTRANLIST/STMTTRN", false],
    ["BANKTRANLISTP/STMTTRNP", true],
  ] as const) {
    for (const transaction of nodesAt(statement, path)) {
      if (rows.length === mostStatementRows) {
        throw new XmlFileError(`This file has more than ${mostStatementRows} rows.`);
      }
      const id = textAt(transaction, "FITID");
      const isRepeated = id !== "" && seen.has(id);
      seen.add(id);
      const row = ofxRow(transaction, { account, currency, isPending, isRepeated });
      rows.push({ number: rows.length + 1, ...row });
    }
  }
}

/** Banks name a character set that they do not keep to, so UTF-8 is tried first. */
function ofxText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const damaged = () => new XmlFileError("This file is damaged or incomplete. Export it from your bank again.");

/**
 * The elements of an OFX file as XML. In SGML an element with a text is a leaf and needs no closing tag, and neither does
 * an empty one whose name is closed nowhere. ofx-js 1.1.1 does this with an expression that takes exponential time for a
 * long tag, so it is done here.
 */
function closedTags(text: string): string {
  const start = /<OFX[^<>]*>/i.exec(text);
  if (!start) throw damaged();
  if (text.includes("<!")) {
    throw new XmlFileError("This file has a document type, which bank statements don't have.");
  }
  const body = text.slice(start.index + start[0].length).trimEnd();
  if (!/<\/OFX>$/i.test(body)) throw damaged();
  const closed = new Set(Array.from(body.matchAll(/<\/([A-Z][A-Z0-9._]{0,40})>/gi), ([, name]) => name));
  const parts: string[] = ["<OFX>"];
  const open: string[] = ["OFX"];
  let at = 0;
  let isLeaf = false;
  const close = () => parts.push(`</${open.pop() ?? ""}>`);
  for (const tag of body.matchAll(/<(\/?)([A-Z][A-Z0-9._]{0,40})\s*(\/?)>/gi)) {
    const [whole, isEnd, name = "", isEmpty] = tag;
    const before = body.slice(at, tag.index).trim();
    at = tag.index + whole.length;
    if (before !== "") parts.push(escaped(before));
    const isText = before !== "" || isLeaf;
    if (isText && !(isEnd && open.at(-1) === name)) close();
    isLeaf = false;
    if (isEnd) {
      if (open.at(-1) !== name) throw damaged();
      close();
    } else {
      parts.push(`<${name}>`);
      open.push(name);
      if (isEmpty) close();
      else isLeaf = !closed.has(name);
    }
  }
  return parts.join("");
}

/** Texts hold bare ampersands and signs, and entities of HTML. */
function escaped(text: string): string {
  return text
    .replaceAll(/&nbsp;/gi, " ")
    .replaceAll(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,6});)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("]]>", "]]&gt;");
}
