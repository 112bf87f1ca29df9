import Pdf from "pdfkit";
import { parsedFont, writable } from "./pdf-fonts.server.ts";

const margin = 50;
const rowHeight = 16;
const lineHeight = 10;
const footerHeight = 40;

export type PdfColumn = {
  readonly title: string;
  readonly width: number;
  /** May take two lines, because its end has to be readable. Longer texts are cut. */
  readonly mayWrap?: true;
  readonly isAmount?: true;
};

/** A document of tables, written page by page. */
export type PdfPage = {
  readonly doc: PDFKit.PDFDocument;
  columns: readonly PdfColumn[];
  /** Left of the page's number. */
  readonly footer: string | ((doc: PDFKit.PDFDocument) => string);
  readonly pageText: (number: number) => string;
  number: number;
};

type PdfSetup = Pick<PdfPage, "columns" | "footer" | "pageText"> & {
  readonly title: string;
  readonly author: string;
  readonly lang: string;
};

/** Opens a document with its first page. The used glyphs of a font with many scripts are embedded. */
export function openPdf({ title, author, lang, ...page }: PdfSetup): PdfPage {
  const info = { Title: title, Author: author };
  const doc = new Pdf({ size: "A4", margin, info, autoFirstPage: false, lang, displayTitle: true });
  doc.registerFont("plain", parsedFont("DejaVuSans"));
  doc.registerFont("bold", parsedFont("DejaVuSans-Bold"));
  const opened = { doc, ...page, number: 0 };
  addPage(opened);
  return opened;
}

/** Output of the pages that are finished so far. */
export function* finishedPages({ doc }: PdfPage): Generator<Uint8Array> {
  for (;;) {
    const chunk = doc.read() as Uint8Array | null;
    if (chunk === null) return;
    yield chunk;
  }
}

/** Ends the document and returns the rest of its output. */
export async function* endPdf({ doc }: PdfPage): AsyncGenerator<Uint8Array> {
  doc.end();
  for await (const rest of doc as AsyncIterable<Uint8Array>) yield rest;
}

export const textWidth = ({ page }: PDFKit.PDFDocument): number => page.width - 2 * margin;

export function addPage(page: PdfPage): void {
  const { doc, footer, pageText } = page;
  doc.addPage();
  page.number += 1;
  const bottom = doc.page.height - margin;
  doc.font("plain").fontSize(8).fillColor("#616161");
  // The footer is written before the rows. Written later, it would move the document away from the end of the
  // rows.
  const text = typeof footer === "string" ? footer : footer(doc);
  doc.text(text, margin, bottom - 10, { width: 400, height: 10, lineBreak: false, ellipsis: true });
  doc.text(pageText(page.number), margin, bottom - 10, {
    width: textWidth(doc),
    align: "right",
    lineBreak: false,
  });
  doc.fillColor("#000000");
  doc.x = margin;
  doc.y = margin;
}

export function writeLines({ doc }: PdfPage, texts: readonly string[]): void {
  doc.font("plain").fontSize(10);
  for (const text of texts) doc.text(text, margin, doc.y, { width: textWidth(doc) });
}

export function writeTitle({ doc }: PdfPage, title: string): void {
  doc.moveDown(0.8).font("bold").fontSize(11).text(title, margin, doc.y);
  doc.moveDown(0.3);
}

export function writeColumnTitles(page: PdfPage): void {
  const titles = page.columns.map((column) => column.title);
  writeRow(page, titles, { isBold: true });
  const { doc } = page;
  doc.moveTo(margin, doc.y - 3).lineTo(doc.page.width - margin, doc.y - 3);
  doc.lineWidth(0.5).strokeColor("#b0b0b0").stroke();
}

/** Writes a row, on the next page if it does not fit. */
export function writeRow(page: PdfPage, cells: readonly string[], { isBold = false } = {}): void {
  const { doc } = page;
  const face = isBold ? "bold" : "plain";
  doc.font(face).fontSize(8.5);
  const lines = linesNeeded(page, cells);
  if (!fits(page, lines)) {
    addPage(page);
    writeColumnTitles(page);
    doc.font(face).fontSize(8.5);
  }
  const { y } = doc;
  let x = margin;
  for (const [index, column] of page.columns.entries()) {
    const room = column.mayWrap ? { height: lines * lineHeight + 2, lineBreak: lines > 1 } : oneLine;
    const align = column.isAmount ? "right" : "left";
    const options = { width: column.width - 6, ...room, ellipsis: true, align } as const;
    doc.text(writable(doc, cells[index] ?? ""), x, y, options);
    x += column.width;
  }
  doc.x = margin;
  doc.y = y + rowHeight + (lines - 1) * lineHeight;
}

const oneLine = { height: 12, lineBreak: false };

function linesNeeded({ doc, columns }: PdfPage, cells: readonly string[]): 1 | 2 {
  const isTooLong = columns.some(
    (column, index) =>
      column.mayWrap && doc.widthOfString(writable(doc, cells[index] ?? "")) > column.width - 6,
  );
  return isTooLong ? 2 : 1;
}

/** True if so many rows fit on the page. */
export function fits({ doc }: PdfPage, rows: number): boolean {
  return doc.y + rows * rowHeight <= doc.page.height - margin - footerHeight;
}
