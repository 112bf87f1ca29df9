import { closingParts } from "#app/contracts/statement.ts";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { Statement, StatementLine, StatementSection } from "#app/flows/payouts/read-statement.ts";
import { canWrite } from "./pdf-fonts.server.ts";
import {
  addPage,
  endPdf,
  finishedPages,
  fits,
  openPdf,
  type PdfPage,
  textWidth,
  writeColumnTitles,
  writeLines,
  writeRow,
  writeTitle,
} from "./pdf-page.server.ts";
import {
  aboutText,
  dayText,
  type StatementReader,
  statementWords,
  type StatementWords,
  statusText,
} from "./statement-words.ts";

const columns = [
  { title: "columns.recorded", width: 60 },
  { title: "columns.kind", width: 85 },
  { title: "columns.what", width: 125, mayWrap: true },
  { title: "columns.status", width: 95, mayWrap: true },
  { title: "columns.amount", width: 65, isAmount: true },
  { title: "columns.balance", width: 65, isAmount: true },
] as const;

type Page = PdfPage & { readonly statement: Statement; readonly words: StatementWords };

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
  const { affiliateId, affiliateName, shopName: author } = statement;
  const { t } = words;
  const opened = openPdf({
    title: t("title", { name: affiliateName }),
    author,
    lang: reader.language,
    columns: columns.map(({ title, ...column }) => ({ title: t(title), ...column })),
    footer: (doc) => {
      const name = canWrite(doc, affiliateName) ? affiliateName : affiliateId;
      return `${name} · ${t("span", daysOf({ statement, words }))}`;
    },
    pageText: (number) => t("page", { number }),
  });
  const page: Page = Object.assign(opened, { statement, words });
  writeHead(page);
  if (statement.sections.length === 0) writeLines(page, [words.t("none")]);
  for (const section of statement.sections) {
    yield* writeSection(page, section);
  }
  yield* endPdf(page);
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
    yield* finishedPages(page);
  }
  writeRow(page, [last, t("closing"), "", "", "", decimal(page, closingMinor, currency)], { isBold: true });
  writeSummary(page, { currency, openingMinor, closingMinor, closing, sums });
  yield* finishedPages(page);
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

function daysOf({ statement: { first, last }, words: { formats } }: Pick<Page, "statement" | "words">) {
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

function writeHead(page: Page): void {
  const { doc, statement } = page;
  const width = textWidth(doc);
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

function decimal({ words }: Page, minor: bigint, currency: string): string {
  return words.formats.decimal(toDecimal({ minor, currency }));
}
