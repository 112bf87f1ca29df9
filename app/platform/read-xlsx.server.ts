import { inflateRawSync } from "node:zlib";
import { SaxesParser } from "saxes";

type XlsxRow = { readonly number: number; readonly cells: readonly string[] };

/** Bytes of all parts together after unpacking. A file of 10 MB that has more is made to exhaust memory. */
const mostUnpacked = 200_000_000;
const mostParts = 2000;

/** A file that is no workbook, is damaged, or unpacks to too much. */
export class XlsxError extends Error {
  override name = "XlsxError";
}

/**
 * Reads the first sheet of an .xlsx workbook as rows of text, at most `most`. Numbers have a decimal point, and dates
 * and times are written as ISO 8601. A formula is its stored value; nothing is calculated.
 * @throws XlsxError
 */
export function readXlsx(bytes: Buffer, most: number): XlsxRow[] {
  const parts = partsOf(bytes);
  const left = { bytes: mostUnpacked };
  const text = (name: string): string | null => {
    const part = parts.get(name);
    return part ? unpack(bytes, part, left) : null;
  };
  const { path, dayZero } = firstSheet(text);
  const sheet = text(path);
  if (sheet === null) throw new XlsxError("The workbook has no sheet.");
  const strings = sharedStrings(text("xl/sharedStrings.xml"));
  return sheetRows(sheet, { strings, formOf: numberForms(text("xl/styles.xml")), dayZero, most });
}

type ZipPart = { readonly method: number; readonly offset: number; readonly packed: number };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;

/** The parts of a ZIP by name, from its central directory. */
function partsOf(bytes: Buffer): Map<string, ZipPart> {
  const least = Math.max(0, bytes.length - 65_557);
  let end = bytes.length - 22;
  while (end >= least && bytes.readUInt32LE(end) !== endMark) end -= 1;
  if (end < least || end < 0) throw new XlsxError("The file is cut off.");
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostParts) throw new XlsxError("The file has too many parts.");
  const parts = new Map<string, ZipPart>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) {
      throw new XlsxError("The file is damaged.");
    }
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    parts.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

/** Unpacks a part as text. The output is limited, because the sizes that the file states may be false. */
function unpack(bytes: Buffer, { method, offset, packed }: ZipPart, left: { bytes: number }): string {
  if (offset + 30 > bytes.length) throw new XlsxError("The file is damaged.");
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + packed);
  if (content.length < packed) throw new XlsxError("The file is cut off.");
  try {
    const raw =
      method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, left.bytes) });
    left.bytes -= raw.length;
    if ((method !== 0 && method !== 8) || left.bytes <= 0) throw new XlsxError("The file can't be unpacked.");
    return raw.toString("utf8");
  } catch (error) {
    throw error instanceof XlsxError ? error : new XlsxError("The file can't be unpacked.");
  }
}

type XmlReader = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

const plain = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads elements by their names without prefixes. `open` and `close` may end the reading by throwing `Enough`. */
function readXml(xml: string, { open, close, text }: XmlReader): void {
  const parser = new SaxesParser({ position: false });
  // A document type could define entities that expand without end. No workbook has one.
  parser.on("doctype", () => {
    throw new XlsxError("The file is no workbook.");
  });
  if (open) {
    parser.on("opentag", ({ name, attributes }) =>
      open(plain(name), attributes as Readonly<Record<string, string>>),
    );
  }
  if (close) parser.on("closetag", ({ name }) => close(plain(name)));
  if (text) parser.on("text", text);
  parser.on("error", (error) => {
    throw error;
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof Enough) return;
    throw error instanceof XlsxError ? error : new XlsxError("The file is no workbook.");
  }
}

class Enough extends Error {}

/** Day 0, so that day 61 is 1 March 1900: spreadsheets count a 29 February that year. */
const dayZero1900 = Date.UTC(1899, 11, 30);
/** Day 0 of workbooks that old versions for the Mac made. */
const dayZero1904 = Date.UTC(1904, 0, 1);

/** Path of the first sheet, in the order of the workbook, and the day from which it counts dates. */
function firstSheet(text: (name: string) => string | null): { path: string; dayZero: number } {
  const workbook = text("xl/workbook.xml");
  if (workbook === null) throw new XlsxError("The file is no workbook.");
  let [relation, dayZero] = ["", dayZero1900];
  readXml(workbook, {
    open: (name, attributes) => {
      if (name === "workbookPr" && /^(?:1|true)$/.test(attributes["date1904"] ?? "")) dayZero = dayZero1904;
      if (name === "sheet" && relation === "") relation = attributes["r:id"] ?? "";
    },
  });
  let path = "xl/worksheets/sheet1.xml";
  readXml(text("xl/_rels/workbook.xml.rels") ?? "<none/>", {
    open: (name, { Id, Target = "" }) => {
      if (name === "Relationship" && Id === relation) {
        path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
      }
    },
  });
  return { path, dayZero };
}

function sharedStrings(xml: string | null): string[] {
  const strings: string[] = [];
  if (xml === null) return strings;
  let [current, isText, isPhonetic] = ["", false, false];
  readXml(xml, {
    open: (name) => {
      if (name === "si") current = "";
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) current += part;
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.push(current);
    },
  });
  return strings;
}

/** Numbers of the built-in formats that show days or times. */
const dateFormats = [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47];

/** Numbers of the built-in formats that show percentages. */
const percentFormats = [9, 10];

/** How numbers of a style are shown. */
type NumberForm = "plain" | "date" | "percent";

function numberForms(xml: string | null): (style: number) => NumberForm {
  const forms = new Map<number, NumberForm>([
    ...dateFormats.map((format) => [format, "date"] as const),
    ...percentFormats.map((format) => [format, "percent"] as const),
  ]);
  const styles: NumberForm[] = [];
  let isOfCells = false;
  readXml(xml ?? "<none/>", {
    open: (name, attributes) => {
      const code = (attributes["formatCode"] ?? "").replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
      if (name === "numFmt") forms.set(Number(attributes["numFmtId"]), formOfCode(code));
      if (name === "cellXfs") isOfCells = true;
      if (name === "xf" && isOfCells) {
        const format = Number(attributes["numFmtId"] ?? 0);
        styles.push(forms.get(format) ?? "plain");
      }
    },
    close: (name) => {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return (style) => styles[style] ?? "plain";
}

function formOfCode(code: string): NumberForm {
  if (code.includes("%")) return "percent";
  return /[ymdhs]/i.test(code) ? "date" : "plain";
}

type SheetReading = {
  readonly strings: readonly string[];
  readonly formOf: (style: number) => NumberForm;
  readonly dayZero: number;
  readonly most: number;
};

const mostColumns = 300;

function sheetRows(xml: string, { strings, formOf, dayZero, most }: SheetReading): XlsxRow[] {
  const rows: XlsxRow[] = [];
  let row: { number: number; cells: string[] } = { number: 0, cells: [] };
  let cell = { column: 0, type: "n", style: 0, value: "" };
  let isValue = false;
  readXml(xml, {
    open: (name, { r = "", t = "n", s = "0" }) => {
      if (name === "row") row = { number: r === "" ? row.number + 1 : Number(r), cells: [] };
      if (name === "c") {
        cell = { column: columnOf(r) ?? row.cells.length, type: t, style: Number(s), value: "" };
      }
      if (name === "v" || name === "t") isValue = true;
    },
    text: (part) => {
      if (isValue) cell.value += part;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      if (name === "c" && cell.column < mostColumns) {
        while (row.cells.length < cell.column) row.cells.push("");
        row.cells[cell.column] = cellText(cell, strings, { form: formOf(cell.style), dayZero });
      }
      if (name === "row") rows.push(row);
      if (rows.length === most) throw new Enough();
    },
  });
  return rows;
}

/** Column of a cell's address, from 0: "C7" is 2. Null without one. */
function columnOf(address: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(address) ?? [];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(
  { type, value }: { readonly type: string; readonly value: string },
  strings: readonly string[],
  { form, dayZero }: { readonly form: NumberForm; readonly dayZero: number },
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "true" : "false";
  // An error such as #N/A is no value.
  if (type === "e") return "";
  if (type !== "n" || value === "") return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (form === "percent") return `${Number((number * 100).toPrecision(12))}%`;
  return form === "date" ? serialDate(number, dayZero) : decimalOf(number, value);
}

/** Spreadsheets store 12.1 as 12.099999999999999998. Fifteen digits are all that they mean. */
function decimalOf(number: number, value: string): string {
  if (/^-?\d{1,15}$/.test(value)) return value;
  const text = String(Number(number.toPrecision(15)));
  return text.includes("e") ? value : text;
}

const dayMs = 86_400_000;

function serialDate(serial: number, dayZero: number): string {
  const at = new Date(dayZero + Math.round(serial * 86_400) * 1000);
  if (Number.isNaN(at.getTime())) return String(serial);
  const text = at.toISOString();
  return (at.getTime() - dayZero) % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
}
