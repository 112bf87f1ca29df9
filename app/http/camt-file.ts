import {
  type CamtAmount,
  camtAmount,
  camtRows,
  isBooked,
  signed,
} from "#app/domain/statements/camt-entry.ts";
import { mostStatementRows, type ReadRow } from "#app/domain/statements/reading.ts";
import type { StandardFormat, StandardStatement } from "#app/domain/statements/standard-statement.ts";
import { nodesAt, textAt, type XmlNode } from "#app/domain/statements/xml-node.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { readXml, XmlFileError } from "./bounded-xml.ts";

const formats: ReadonlyMap<string, StandardFormat> = new Map([
  ["BkToCstmrAcctRpt", "camt.052"],
  ["BkToCstmrStmt", "camt.053"],
  ["BkToCstmrDbtCdtNtfctn", "camt.054"],
]);
const statementNames = new Set(["Rpt", "Stmt", "Ntfctn"]);

/** Reads a bank's statement in camt.052, .053 or .054 (ISO 20022), in any version. */
export function readCamtFile(text: string): StandardStatement | Refusal {
  const file = new CamtFile();
  try {
    readXml(text, (node, parents) => file.take(node, parents));
    return file.result();
  } catch (error) {
    if (error instanceof XmlFileError) return refuse("invalid", error.message, "file");
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
        throw new XmlFileError(`This file has more than ${mostStatementRows} rows.`);
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
      throw new XmlFileError(
        "The entries don't add up to the closing balance. The file may be incomplete. Export it from your bank again.",
      );
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
      return refuse("invalid", "This XML file isn't a camt.052, camt.053 or camt.054 statement.", "file");
    }
    if (rows.length === 0) return refuse("invalid", "This statement has no entries.", "file");
    return { format, rows };
  }
}
