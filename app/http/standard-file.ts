import type { Reason } from "#app/domain/refusal-codes.ts";
import { SaxesParser } from "saxes";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import {
  type CamtAmount,
  camtAmount,
  camtRows,
  isBooked,
  signed,
} from "#app/domain/statements/camt-entry.ts";
import { ofxAccount, ofxRow } from "#app/domain/statements/ofx-transaction.ts";
import { mostStatementRows, type ReadRow } from "#app/domain/statements/reading.ts";
import {
  nodesAt,
  type StandardFormat,
  type StandardStatement,
  textAt,
  type XmlNode,
} from "#app/domain/statements/standard-statement.ts";

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

const otherEncoding = refuse("invalid", { code: "file_encoding" }, "file");

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

const formats: ReadonlyMap<string, StandardFormat> = new Map([
  ["BkToCstmrAcctRpt", "camt.052"],
  ["BkToCstmrStmt", "camt.053"],
  ["BkToCstmrDbtCdtNtfctn", "camt.054"],
]);
const statementNames = new Set(["Rpt", "Stmt", "Ntfctn"]);

/** Reads a bank's statement in camt.052, .053 or .054 (ISO 20022), in any version. */
function readCamtFile(text: string): StandardStatement | Refusal {
  const file = new CamtFile();
  try {
    readXml(text, (node, parents) => file.take(node, parents));
    return file.result();
  } catch (error) {
    if (error instanceof XmlFileError) return refuse("invalid", error.reason, "file");
    throw error;
  }
}

/** Entries are read as they close and not kept: a statement may have tens of thousands. */
class CamtFile {
  private format: StandardFormat | null = null;
  private readonly rows: ReadRow[] = [];
  /** The IBAN or number as written; '' where the statement names none. */
  private account = "";
  /** Sums of the booked entries of the statement that is read, by currency. */
  private booked = new Map<string, bigint>();

  /** True for an element that is done with. */
  take(node: XmlNode, [root, kind = "", statement, ...inside]: readonly string[]): boolean {
    const format = root === "Document" ? formats.get(kind) : undefined;
    if (format === undefined) return false;
    this.format = format;
    if (statement === undefined) {
      if (statementNames.has(node.name)) this.endStatement(node);
      return true;
    }
    if (!statementNames.has(statement) || inside.length > 0) return false;
    if (node.name === "Acct") this.account = textAt(node, "Id/IBAN", "Id/Othr/Id");
    if (node.name !== "Ntry") return false;
    this.addEntry(node);
    return true;
  }

  private addEntry(entry: XmlNode): void {
    const amount = camtAmount(entry);
    if (isBooked(entry) && amount) {
      this.booked.set(amount.currency, (this.booked.get(amount.currency) ?? 0n) + signed(amount));
    }
    for (const row of camtRows(entry, this.account)) {
      if (this.rows.length === mostStatementRows) {
        throw new XmlFileError({ code: "file_rows", most: mostStatementRows });
      }
      this.rows.push({ number: this.rows.length + 1, ...row });
    }
  }

  /** OPBD + entries = CLBD: otherwise entries are missing, or a direction was misread. */
  private endStatement(statement: XmlNode): void {
    const balance = (...codes: string[]) => {
      const found = nodesAt(statement, "Bal").filter((one) => codes.includes(textAt(one, "Tp/CdOrPrtry/Cd")));
      return found.length === 1 && found[0] ? camtAmount(found[0]) : null;
    };
    const [opening, closing] = [balance("OPBD") ?? balance("PRCD"), balance("CLBD")];
    if (opening && closing && !this.addsUp(opening, closing)) {
      throw new XmlFileError({ code: "file_balance" });
    }
    this.booked = new Map();
    this.account = "";
  }

  private addsUp(opening: CamtAmount, closing: CamtAmount): boolean {
    const { currency } = closing;
    const isAlone = opening.currency === currency && [...this.booked.keys()].every((one) => one === currency);
    return isAlone && signed(opening) + (this.booked.get(currency) ?? 0n) === signed(closing);
  }

  result(): StandardStatement | Refusal {
    const { format, rows } = this;
    if (format === null) {
      return refuse("invalid", { code: "file_kind", what: "other_xml" }, "file");
    }
    if (rows.length === 0) return refuse("invalid", { code: "file_kind", what: "statement_empty" }, "file");
    return { format, rows };
  }
}

const mostBytes = 5 * 1024 * 1024;

/** Reads a statement in OFX or QFX: 1.x, which is SGML with open tags, and 2.x, which is XML. */
function readOfxFile(bytes: Buffer): StandardStatement | Refusal {
  if (bytes.length > mostBytes) return refuse("invalid", { code: "file_too_large", megabytes: 5 }, "file");
  const rows: ReadRow[] = [];
  try {
    readXml(closedTags(ofxText(bytes)), (node) => {
      if (node.name !== "STMTRS" && node.name !== "CCSTMTRS") return false;
      addTransactions(node, rows);
      return true;
    });
  } catch (error) {
    if (error instanceof XmlFileError) return refuse("invalid", error.reason, "file");
    throw error;
  }
  if (rows.length === 0) return refuse("invalid", { code: "file_kind", what: "statement_empty" }, "file");
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
        throw new XmlFileError({ code: "file_rows", most: mostStatementRows });
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

const damaged = () => new XmlFileError({ code: "file_damaged" });

/**
 * The elements of an OFX file as XML. In SGML an element with a text is a leaf and needs no closing tag, and neither does
 * an empty one whose name is closed nowhere. ofx-js 1.1.1 does this with an expression that takes exponential time for a
 * long tag, so it is done here.
 */
function closedTags(text: string): string {
  const start = /<OFX[^<>]*>/i.exec(text);
  if (!start) throw damaged();
  if (text.includes("<!")) {
    throw new XmlFileError({ code: "file_not_statement", what: "document_type" });
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

/** A file that is no XML, or larger or deeper than a statement ever is. Its message is for the merchant. */
export class XmlFileError extends Error {
  override name = "XmlFileError";

  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

const deepest = 40;
const longestText = 10_000;
/** So that a file that has to be refused is refused before all of it was looked at. */
const pieceLength = 64 * 1024;

/**
 * Reads an XML file element by element. `taken` gets each element as it closes, with the names of those around it, and
 * says whether it is done with: it is then not kept below its parent.
 * @throws XmlFileError for a DOCTYPE or processing instruction, which are the ways to entities and other files, and
 * for a file that is cut off, too deep, or not XML.
 */
function readXml(text: string, taken: (node: XmlNode, parents: readonly string[]) => boolean): void {
  const parser = new SaxesParser();
  const open: (XmlNode & { text: string; children: XmlNode[] })[] = [];
  const parents: string[] = [];
  parser.on("error", () => {
    throw new XmlFileError({ code: "file_damaged" });
  });
  parser.on("doctype", () => {
    throw new XmlFileError({ code: "file_not_statement", what: "document_type" });
  });
  parser.on("processinginstruction", () => {
    throw new XmlFileError({ code: "file_not_statement", what: "instruction" });
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length === deepest) throw new XmlFileError({ code: "file_not_statement", what: "nesting" });
    const parent = open.at(-1);
    if (parent) parents.push(parent.name);
    open.push({ name: localName(name), currency: attributes["Ccy"] ?? "", text: "", children: [] });
  });
  const addText = (piece: string) => {
    const node = open.at(-1);
    if (!node) return;
    node.text += piece;
    if (node.text.length > longestText) {
      throw new XmlFileError({ code: "file_not_statement", what: "long_text" });
    }
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const node = open.pop();
    if (node && !taken(node, parents)) open.at(-1)?.children.push(node);
    parents.pop();
  });
  for (let at = 0; at < text.length; at += pieceLength) parser.write(text.slice(at, at + pieceLength));
  parser.close();
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
