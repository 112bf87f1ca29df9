import { auditFileQuery } from "#app/contracts/audit.ts";
import { auditErrors, isAuditError } from "#app/domain/audit/findings.ts";
import { type Money, moneyText, toDecimal } from "#app/domain/money.ts";
import { readAuditHead } from "#app/flows/imports/upload-audit.ts";
import { type AuditWriter, rateTexts } from "#app/i18n/audit-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { db } from "#app/platform/db.server.ts";
import {
  auditRowsFrom,
  type AuditRowFilter,
  monthsOfAudit,
  type ReferralAudit,
  type ReferralAuditRow,
  sumsOfAudit,
} from "#app/store/referral-audits.ts";
import { auditWriter, currenciesOf, findingsOf, rowView, statedRates } from "./audits.ts";
import { csvLine } from "./csv.ts";
import {
  endPdf,
  finishedPages,
  openPdf,
  type PdfColumn,
  type PdfPage,
  textWidth,
  writeColumnTitles,
  writeLines,
  writeRow,
  writeTitle,
} from "./pdf-page.server.ts";
import { answered } from "./respond.ts";
import { csvFile, writtenFile } from "./written-file.ts";
import { type FileRequest, fileQueryOf } from "./table-files.ts";

/** Files that programs read are in English. */
const locale = "en-US";
const rowsAtOnce = 1000;

const queryOf = ({ request }: FileRequest) => fileQueryOf(auditFileQuery, request);

/** Reads the judged rows in parts. */
async function* partsOf(
  { shopId, auditId }: ReferralAudit,
  filter: AuditRowFilter,
): AsyncGenerator<readonly ReferralAuditRow[]> {
  let from: number | null = 0;
  while (from !== null) {
    const part: Awaited<ReturnType<typeof auditRowsFrom>> = await auditRowsFrom(db(), shopId, {
      auditId,
      ...filter,
      from,
      limit: rowsAtOnce,
    });
    yield part.rows;
    from = part.next;
  }
}

const csvColumns = [
  "row",
  "order",
  "affiliate",
  "program",
  "date",
  "currency",
  "paid",
  "expected",
  "difference",
  "finding",
  "why",
] as const;

const decimal = (money: Money | null) => (money === null ? "" : toDecimal(money));

/** The commissions of an audit, those with one finding or all. */
export async function auditCsv(asked: FileRequest): Promise<Response> {
  const { id, finding, search } = queryOf(asked);
  const audit = answered(await readAuditHead(asked.shop.shopId, id, { purpose: "audit", now: asked.now }));
  const writer = auditWriter(locale);
  const { t } = writer;
  const line = (row: ReferralAuditRow) => {
    const view = rowView(row, writer);
    const { row: number, order, affiliate, day, paid, expected, difference, why } = view;
    const amounts = [paid, expected, difference].map(decimal);
    return csvLine([
      String(number),
      order,
      affiliate,
      row.program,
      day ?? "",
      row.currency,
      ...amounts,
      t(`findings.${view.finding}`),
      why,
    ]);
  };
  const file = await csvFile<readonly ReferralAuditRow[]>("audit.csv", {
    head: csvColumns.map((column) => t(`rows.${column}`)),
    lines: (rows) => rows.map(line),
    read: async (take) => {
      for await (const rows of partsOf(audit, { finding, search })) await take(rows);
      return null;
    },
  });
  return answered(file);
}

/** Rows of problems in the PDF. The CSV file has all. */
const mostInPdf = 5000;

/** An audit as PDF: the days, the rates, the totals, the months, and each problem. */
export async function auditPdf(asked: FileRequest): Promise<Response> {
  const { shop } = asked;
  const audit = answered(
    await readAuditHead(shop.shopId, queryOf(asked).id, { purpose: "audit", now: asked.now }),
  );
  const named = { name: shop.displayName ?? shop.storeName ?? shop.domain, currency: shop.currency };
  const file = await writtenFile({ fileName: "audit.pdf", type: "application/pdf" }, async (put) => {
    for await (const some of pdfOf(audit, named)) await put(some);
    return null;
  });
  return answered(file);
}

type NamedShop = { readonly name: string; readonly currency: string };

async function* pdfOf(
  audit: ReferralAudit,
  { name: shopName, currency }: NamedShop,
): AsyncGenerator<Uint8Array> {
  const { shopId, auditId, fileName, coveredFrom, coveredUntil } = audit;
  const writer = auditWriter(locale);
  const { t, day, amount } = writer;
  const [sums, months] = await Promise.all([
    sumsOfAudit(db(), shopId, auditId),
    monthsOfAudit(db(), shopId, { auditId, errors: auditErrors }),
  ]);
  const page = openPdf({
    title: `${t("pdf.heading")}: ${shopName}`,
    author: shopName,
    lang: "en",
    columns: [],
    footer: `${shopName} · ${t("pdf.heading")}`,
    pageText: (number) => t("pdf.page", { number }),
  });
  const { doc } = page;
  doc
    .font("bold")
    .fontSize(16)
    .text(shopName, { width: textWidth(doc) });
  doc
    .moveDown(0.3)
    .fontSize(12)
    .text(t("pdf.heading"), { width: textWidth(doc) });
  doc.moveDown(0.6);
  const unchecked = sums.filter(({ finding }) => finding === "not_checked");
  const count = unchecked.reduce((all, one) => all + one.count, 0);
  writeLines(page, [
    t("pdf.source", { file: fileName }),
    t("result.rates", { rates: rateTexts(statedRates(audit), currency, t).join(", ") }),
    ...(coveredFrom !== null && coveredUntil !== null
      ? [t("result.covered", { from: day(coveredFrom), until: day(coveredUntil) })]
      : []),
    ...(count > 0 ? [t("result.unchecked", { count })] : []),
  ]);
  const money = (one: Money) => amount(moneyText(one));
  const formats = formatsIn(locale);
  for (const { paid, expected, over, under, months: some } of currenciesOf(sums, months)) {
    writeTitle(page, t("result.title", { currency: paid.currency }));
    page.columns = sumColumns;
    writeRow(page, [t("result.over"), money(over)], { isBold: true });
    writeRow(page, [t("result.under"), money(under)], { isBold: true });
    writeRow(page, [t("result.paid"), money(paid)]);
    writeRow(page, [t("result.expected"), money(expected)]);
    if (some.length === 0) continue;
    writeTable(
      page,
      [t("result.month"), t("result.over"), t("result.under")],
      some.map((one) => [formats.month(one.month), money(one.over), money(one.under)]),
    );
  }
  writeTitle(page, t("result.findings"));
  writeTable(
    page,
    [t("result.finding"), t("result.count"), t("result.difference")],
    findingsOf(sums).map((one) => [
      t(`findings.${one.finding}`),
      String(one.count),
      one.differences.map(money).join(", "),
    ]),
  );
  yield* finishedPages(page);
  yield* problemRows(page, audit);
  yield* endPdf(page);
}

const sumColumns: readonly PdfColumn[] = [
  { title: "", width: 200 },
  { title: "", width: 120, isAmount: true },
];

function writeTable(page: PdfPage, titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const [first = "", ...rest] = titles;
  page.columns = [
    { title: first, width: 200 },
    ...rest.map((title) => ({ title, width: 120, isAmount: true }) as const),
  ];
  page.doc.moveDown(0.6);
  writeColumnTitles(page);
  for (const row of rows) writeRow(page, row);
}

async function* problemRows(page: PdfPage, audit: ReferralAudit): AsyncGenerator<Uint8Array> {
  const writer = auditWriter(locale);
  const { t } = writer;
  page.columns = [
    { title: t("rows.order"), width: 60 },
    { title: t("rows.affiliate"), width: 110, mayWrap: true },
    { title: t("rows.date"), width: 65 },
    { title: t("rows.paid"), width: 55, isAmount: true },
    { title: t("rows.expected"), width: 55, isAmount: true },
    { title: t("rows.finding"), width: 150, mayWrap: true },
  ];
  writeTitle(page, t("pdf.problems"));
  writeColumnTitles(page);
  let written = 0;
  let more = 0;
  for await (const part of partsOf(audit, {})) {
    for (const row of part) {
      if (row.finding === null || !isAuditError(row.finding)) continue;
      if (written >= mostInPdf) more += 1;
      else writeRow(page, problemCells(row, writer));
      written += 1;
    }
    yield* finishedPages(page);
  }
  if (more > 0) writeLines(page, [t("pdf.more", { count: more })]);
}

function problemCells(row: ReferralAuditRow, writer: AuditWriter): string[] {
  const { order, affiliate, day, paid, expected, finding, why } = rowView(row, writer);
  const amounts = [paid, expected].map((money) => money && writer.amount(moneyText(money)));
  return [
    order === "" ? "" : `#${order}`,
    affiliate,
    day === null ? "" : writer.day(day),
    ...amounts.map((text) => text ?? ""),
    `${writer.t(`findings.${finding}`)}: ${why}`,
  ];
}
