import { parsedFont, canWrite, writable } from "./pdf-fonts.server.ts";
import Pdf from "pdfkit";
import { closingParts } from "#app/contracts/statement.ts";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { Statement, StatementLine, StatementSection } from "#app/flows/payouts/read-statement.ts";
import {
  aboutText,
  dayText,
  type StatementReader,
  statementWords,
  type StatementWords,
  statusText,
} from "./statement-words.ts";

const margin = 50;
const rowHeight = 16;
const lineHeight = 10;
const footerHeight = 40;
const columns = [
  { title: "columns.recorded", width: 60 },
  { title: "columns.kind", width: 85 },
  { title: "columns.what", width: 125, mayWrap: true },
  { title: "columns.status", width: 95, mayWrap: true },
  { title: "columns.amount", width: 65, isAmount: true },
  { title: "columns.balance", width: 65, isAmount: true },
] as const;

type Page = {
  readonly doc: PDFKit.PDFDocument;
  readonly statement: Statement;
  readonly words: StatementWords;
  number: number;
};

/**
 * A statement as PDF, written while its data is read: finished pages are passed on, so long statements need no
 * more memory. The used glyphs of a font with many scripts are embedded. A name in another script is replaced
 * by the id or domain that it stands for, and remains in the document's title.
 */
export async function* statementPdf(
  statement: Statement,
  reader: StatementReader,
): AsyncGenerator<Uint8Array> {
  const words = statementWords(reader);
  const title = words.t("title", { name: statement.affiliateName });
  const info = { Title: title, Author: statement.shopName };
  const lang = reader.language;
  const doc = new Pdf({ size: "A4", margin, info, autoFirstPage: false, lang, displayTitle: true });
  doc.registerFont("plain", parsedFont("DejaVuSans"));
  doc.registerFont("bold", parsedFont("DejaVuSans-Bold"));
  const page: Page = { doc, statement, words, number: 0 };
  addPage(page);
  writeHead(page);
  if (statement.sections.length === 0) writeLines(page, [words.t("none")]);
  for (const section of statement.sections) {
    yield* writeSection(page, section);
  }
  doc.end();
  for await (const rest of doc as AsyncIterable<Uint8Array>) yield rest;
}

/** Output of the pages that are finished so far. */
function* finished({ doc }: Page): Generator<Uint8Array> {
  for (;;) {
    const chunk = doc.read() as Uint8Array | null;
    if (chunk === null) return;
    yield chunk;
  }
}

async function* writeSection(page: Page, section: StatementSection): AsyncGenerator<Uint8Array> {
  const { currency, openingMinor, closing, lines } = section;
  const { first, last } = daysOf(page);
  const { t } = page.words;
  const sums = new Map<string, bigint>();
  let closingMinor = openingMinor;
  if (!fits(page, 5)) addPage(page);
  writeTitle(page, t("account", { currency }));
  writeColumnTitles(page);
  writeRow(page, [first, t("opening"), "", "", "", decimal(page, openingMinor, currency)], { isBold: true });
  for await (const some of lines()) {
    for (const line of some) {
      sums.set(line.code, (sums.get(line.code) ?? 0n) + line.amountMinor);
      closingMinor = line.balanceMinor;
      writeLine(page, line, currency);
    }
    yield* finished(page);
  }
  writeRow(page, [last, t("closing"), "", "", "", decimal(page, closingMinor, currency)], { isBold: true });
  writeSummary(page, { currency, openingMinor, closingMinor, closing, sums });
  yield* finished(page);
}

function writeLine(page: Page, line: StatementLine, currency: string): void {
  const { day, code, about, state, amountMinor, balanceMinor } = line;
  const amounts = [decimal(page, amountMinor, currency), decimal(page, balanceMinor, currency)];
  const { words } = page;
  writeRow(page, [
    dayText(words.formats, day),
    movementName(words, code),
    aboutText(words, about),
    state ? statusText(words, state, (on) => dayText(words.formats, on)) : "",
    ...amounts,
  ]);
}

/** Name of an M2 code. */
function movementName({ states }: StatementWords, code: string): string {
  const known = entryCodes.find((one) => one === code);
  return known ? states(`ledger.${known}`) : code;
}

function daysOf({ statement: { first, last }, words: { formats } }: Page) {
  return { first: dayText(formats, first), last: dayText(formats, last) };
}

type Summary = {
  readonly currency: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly closing: StatementSection["closing"];
  readonly sums: ReadonlyMap<string, bigint>;
};

/** Opening balance, movements by code and closing balance (M15), and the closing balance by state. */
function writeSummary(page: Page, { currency, openingMinor, closingMinor, closing, sums }: Summary): void {
  if (!fits(page, sums.size + 4 + closingParts.length)) addPage(page);
  const { t } = page.words;
  writeTitle(page, t("summary", { currency }));
  writeRow(page, ["", t("opening"), "", "", decimal(page, openingMinor, currency), ""]);
  for (const [code, minor] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    writeRow(page, ["", movementName(page.words, code), "", "", decimal(page, minor, currency), ""]);
  }
  writeRow(page, ["", t("closing"), "", "", decimal(page, closingMinor, currency), ""], { isBold: true });
  for (const part of closingParts) {
    writeRow(page, ["", t(`parts.${part}`), "", "", decimal(page, closing[part], currency), ""]);
  }
}

function addPage(page: Page): void {
  const { doc, statement } = page;
  doc.addPage();
  page.number += 1;
  const bottom = doc.page.height - margin;
  doc.font("plain").fontSize(8).fillColor("#616161");
  const { affiliateId, affiliateName } = statement;
  const { t } = page.words;
  // The footer is written before the rows. Written later, it would move the document away from the end of the
  // rows.
  const name = canWrite(doc, affiliateName) ? affiliateName : affiliateId;
  const text = `${name} · ${t("span", daysOf(page))}`;
  doc.text(text, margin, bottom - 10, { width: 400, height: 10, lineBreak: false, ellipsis: true });
  const width = doc.page.width - 2 * margin;
  doc.text(t("page", { number: page.number }), margin, bottom - 10, {
    width,
    align: "right",
    lineBreak: false,
  });
  doc.fillColor("#000000");
  doc.x = margin;
  doc.y = margin;
}

function writeHead(page: Page): void {
  const { doc, statement } = page;
  const width = doc.page.width - 2 * margin;
  const { shopName, shopDomain, affiliateId, affiliateName } = statement;
  const { t } = page.words;
  doc.font("bold").fontSize(16);
  doc.text(canWrite(doc, shopName) ? shopName : shopDomain, { width });
  doc.moveDown(0.3).fontSize(12).text(t("heading"), { width });
  doc.moveDown(0.6);
  const isWritten = canWrite(doc.font("plain"), affiliateName);
  const unwritten = [t("affiliate", { id: affiliateId }), t("unwritten")];
  writeLines(page, [...(isWritten ? [affiliateName] : unwritten), t("span", daysOf(page))]);
  doc.moveDown(0.6);
}

function writeLines({ doc }: Page, texts: readonly string[]): void {
  doc.font("plain").fontSize(10);
  for (const text of texts) doc.text(text, margin, doc.y, { width: doc.page.width - 2 * margin });
}

function writeTitle({ doc }: Page, title: string): void {
  doc.moveDown(0.8).font("bold").fontSize(11).text(title, margin, doc.y);
  doc.moveDown(0.3);
}

function writeColumnTitles(page: Page): void {
  const titles = columns.map((column) => page.words.t(column.title));
  writeRow(page, titles, { isBold: true });
  const { doc } = page;
  doc.moveTo(margin, doc.y - 3).lineTo(doc.page.width - margin, doc.y - 3);
  doc.lineWidth(0.5).strokeColor("#b0b0b0").stroke();
}

/**
 * Writes a row, on the next page if it does not fit. Subjects and states may take two lines, because the last
 * digits of an account have to be readable. Longer texts are cut.
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

function decimal({ words }: Page, minor: bigint, currency: string): string {
  return words.formats.decimal(toDecimal({ minor, currency }));
}
