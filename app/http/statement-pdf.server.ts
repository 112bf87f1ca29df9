import { createRequire } from "node:module";
import Pdf from "pdfkit";
import { closingPartNames, closingParts, movementName } from "#app/contracts/statement.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { Statement, StatementLine, StatementSection } from "#app/flows/payouts/read-statement.ts";
import { canWrite, writable } from "./pdf-letters.ts";

const require = createRequire(import.meta.url);

const margin = 50;
const rowHeight = 16;
const lineHeight = 10;
const footerHeight = 40;
const columns = [
  { title: "Recorded", width: 60 },
  { title: "Kind", width: 85 },
  { title: "What", width: 125, mayWrap: true },
  { title: "Status now", width: 95, mayWrap: true },
  { title: "Amount", width: 65, isAmount: true },
  { title: "Balance", width: 65, isAmount: true },
] as const;

const parsedFonts = new Map<string, ArrayBuffer>();

/**
 * A font, read and parsed once per process: parsing both takes ten times as long as writing a page. pdfkit accepts a
 * parsed font, although its types name only bytes, and exposes one only as `_font`.
 */
function parsedFont(name: string): ArrayBuffer {
  const known = parsedFonts.get(name);
  if (known) return known;
  const { font } = Reflect.get(
    new Pdf().font(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)),
    "_font",
  ) as {
    readonly font: ArrayBuffer;
  };
  parsedFonts.set(name, font);
  return font;
}

type Page = { readonly doc: PDFKit.PDFDocument; readonly statement: Statement; number: number };

/**
 * A statement as PDF, written while it is read: a page is handed on when it is full, so that the length of a statement
 * costs no memory. The letters that it uses are embedded, of a font that knows many scripts; a name in another is told
 * by what it stands for, and is the document's title.
 */
export async function* statementPdf(statement: Statement): AsyncGenerator<Uint8Array> {
  const title = `Statement of ${statement.affiliateName}`;
  const info = { Title: title, Author: statement.shopName };
  const doc = new Pdf({ size: "A4", margin, info, autoFirstPage: false, lang: "en", displayTitle: true });
  doc.registerFont("plain", parsedFont("DejaVuSans"));
  doc.registerFont("bold", parsedFont("DejaVuSans-Bold"));
  const page: Page = { doc, statement, number: 0 };
  addPage(page);
  writeHead(page);
  if (statement.sections.length === 0) write(page, ["Nothing was posted up to the end of these days."]);
  for (const section of statement.sections) {
    yield* writeSection(page, section);
  }
  doc.end();
  for await (const rest of doc as AsyncIterable<Uint8Array>) yield rest;
}

/** What pages are finished by now. */
function* finished({ doc }: Page): Generator<Uint8Array> {
  for (;;) {
    const chunk = doc.read() as Uint8Array | null;
    if (chunk === null) return;
    yield chunk;
  }
}

async function* writeSection(page: Page, section: StatementSection): AsyncGenerator<Uint8Array> {
  const { currency, openingMinor, closing, lines } = section;
  const { first, last } = page.statement;
  const sums = new Map<string, bigint>();
  let closingMinor = openingMinor;
  if (!fits(page, 5)) addPage(page);
  writeTitle(page, `Account in ${currency}`);
  writeColumnTitles(page);
  writeRow(page, [first, "Opening balance", "", "", "", decimal(openingMinor, currency)], { isBold: true });
  for await (const some of lines()) {
    for (const line of some) {
      sums.set(line.code, (sums.get(line.code) ?? 0n) + line.amountMinor);
      closingMinor = line.balanceMinor;
      writeLine(page, line, currency);
    }
    yield* finished(page);
  }
  writeRow(page, [last, "Closing balance", "", "", "", decimal(closingMinor, currency)], { isBold: true });
  writeSummary(page, { currency, openingMinor, closingMinor, closing, sums });
  yield* finished(page);
}

function writeLine(page: Page, line: StatementLine, currency: string): void {
  const { day, code, what, status, amountMinor, balanceMinor } = line;
  const amounts = [decimal(amountMinor, currency), decimal(balanceMinor, currency)];
  writeRow(page, [day, movementName(code), what, status, ...amounts]);
}

type Summary = {
  readonly currency: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly closing: StatementSection["closing"];
  readonly sums: ReadonlyMap<string, bigint>;
};

/** Opening balance, movements by kind and closing balance (M15), and the closing by state. */
function writeSummary(page: Page, { currency, openingMinor, closingMinor, closing, sums }: Summary): void {
  if (!fits(page, sums.size + 4 + closingParts.length)) addPage(page);
  writeTitle(page, `Summary in ${currency}`);
  writeRow(page, ["", "Opening balance", "", "", decimal(openingMinor, currency), ""]);
  for (const [code, minor] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    writeRow(page, ["", movementName(code), "", "", decimal(minor, currency), ""]);
  }
  writeRow(page, ["", "Closing balance", "", "", decimal(closingMinor, currency), ""], { isBold: true });
  for (const part of closingParts) {
    writeRow(page, ["", closingPartNames[part], "", "", decimal(closing[part], currency), ""]);
  }
}

function addPage(page: Page): void {
  const { doc, statement } = page;
  doc.addPage();
  page.number += 1;
  const bottom = doc.page.height - margin;
  doc.font("plain").fontSize(8).fillColor("#616161");
  const { affiliateId, affiliateName, first, last } = statement;
  // Written before the rows, below them: the place that rows end at is left of it.
  const name = canWrite(doc, affiliateName) ? affiliateName : affiliateId;
  const text = `${name} · ${first} to ${last}`;
  doc.text(text, margin, bottom - 10, { width: 400, height: 10, lineBreak: false, ellipsis: true });
  const width = doc.page.width - 2 * margin;
  doc.text(`Page ${page.number}`, margin, bottom - 10, { width, align: "right", lineBreak: false });
  doc.fillColor("#000000");
  doc.x = margin;
  doc.y = margin;
}

function writeHead(page: Page): void {
  const { doc, statement } = page;
  const width = doc.page.width - 2 * margin;
  const { shopName, shopDomain, affiliateId, affiliateName, first, last } = statement;
  doc.font("bold").fontSize(16);
  doc.text(canWrite(doc, shopName) ? shopName : shopDomain, { width });
  doc.moveDown(0.3).fontSize(12).text("Statement of account", { width });
  doc.moveDown(0.6);
  const isWritten = canWrite(doc.font("plain"), affiliateName);
  const unwritten = [
    `Affiliate ${affiliateId}`,
    "Their name has letters that are not in this font: it is this document's title.",
  ];
  write(page, [...(isWritten ? [affiliateName] : unwritten), `${first} to ${last}`]);
  doc.moveDown(0.6);
}

function write({ doc }: Page, texts: readonly string[]): void {
  doc.font("plain").fontSize(10);
  for (const text of texts) doc.text(text, margin, doc.y, { width: doc.page.width - 2 * margin });
}

function writeTitle({ doc }: Page, title: string): void {
  doc.moveDown(0.8).font("bold").fontSize(11).text(title, margin, doc.y);
  doc.moveDown(0.3);
}

function writeColumnTitles(page: Page): void {
  const titles = columns.map((column) => column.title);
  writeRow(page, titles, { isBold: true });
  const { doc } = page;
  doc.moveTo(margin, doc.y - 3).lineTo(doc.page.width - margin, doc.y - 3);
  doc.lineWidth(0.5).strokeColor("#b0b0b0").stroke();
}

/**
 * One row at the current place, on the next page where it does not fit. Subjects and states take two lines where they
 * have to: an account is told by its last digits. Any other text too long for its column is cut.
 */
function writeRow(page: Page, cells: readonly string[], { isBold = false } = {}): void {
  const { doc } = page;
  const face = isBold ? "bold" : "plain";
  const lines = linesNeeded(doc.font(face).fontSize(8.5), cells);
  if (!fits(page, lines)) {
    addPage(page);
    writeColumnTitles(page);
    doc.font(face).fontSize(8.5);
  }
  const { y } = doc;
  let x = margin;
  for (const [index, column] of columns.entries()) {
    const room = "mayWrap" in column ? { height: lines * lineHeight + 2, lineBreak: lines > 1 } : oneLine;
    const align = "isAmount" in column ? "right" : "left";
    const options = { width: column.width - 6, ...room, ellipsis: true, align } as const;
    doc.text(writable(doc, cells[index] ?? ""), x, y, options);
    x += column.width;
  }
  doc.x = margin;
  doc.y = y + rowHeight + (lines - 1) * lineHeight;
}

const oneLine = { height: 12, lineBreak: false };

function linesNeeded(doc: Page["doc"], cells: readonly string[]): 1 | 2 {
  const isTooLong = columns.some(
    (column, index) =>
      "mayWrap" in column && doc.widthOfString(writable(doc, cells[index] ?? "")) > column.width - 6,
  );
  return isTooLong ? 2 : 1;
}

function fits({ doc }: Page, rows: number): boolean {
  return doc.y + rows * rowHeight <= doc.page.height - margin - footerHeight;
}

function decimal(minor: bigint, currency: string): string {
  return toDecimal({ minor, currency });
}
