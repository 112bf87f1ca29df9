import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { isRefusal, reasonAsText, refuse, refuseFields, type Refusal } from "#app/domain/refusal.ts";
import {
  choicesToRemember,
  correctedReading,
  type Detection,
  type FileChoices,
  type FileProvider,
  mostStatementRows,
  normalizedHeader,
  providerOfLayout,
  type ReadingQuestion,
  type ReadRow,
  type StatementReading,
  tableChoices,
} from "#app/domain/statements/reading.ts";
import { isImplausibleDay } from "#app/domain/tables/date-cell.ts";
import { foreignFile } from "#app/domain/tables/file-kind.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import type { StandardStatement } from "#app/domain/statements/standard-statement.ts";
import { statementRows } from "#app/domain/statements/statement-row.ts";
import {
  type StatementDraft,
  fileOfDraft,
  keepDraft,
  noSuchDraft,
  readDraft,
} from "#app/flows/payouts/statement-drafts.ts";
import { findProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import {
  importedBefore,
  type ProviderStatement,
  importStatement,
} from "#app/flows/payouts/import-statement.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { hashBytes, hashToken } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findStatementOfContent } from "#app/store/provider-statements.ts";
import { findLayout } from "#app/store/statement-drafts.ts";
import { messageOf } from "#app/i18n/fault-words.ts";
import { maxFileBytes } from "./read-body.ts";
import { readStandardFile } from "./standard-file.ts";
import { detectStatement, readStatement } from "./statement-reading.ts";

type UploadShop = ShopWith<"timeZone">;
type Asking = Pick<Ctx<UploadShop>, "shop" | "now">;

const preambleLines = 1000;

/** A file as it is read now, with what has to be answered before it can be imported. */
type FileReading = {
  readonly kind: StatementDraftWire["kind"];
  readonly provider: FileProvider;
  /** The account whose rows count, where the file has several. */
  readonly account: string | null;
  /** Null for camt and OFX files, which name each value. */
  readonly csv: { readonly detection: Detection; readonly reading: StatementReading } | null;
  readonly rows: readonly ReadRow[];
  readonly questions: readonly FileQuestion[];
};

/** A question about the reading; while one that blocks is open, nothing can be imported. */
type FileQuestion = Omit<ReadingQuestion, "reason"> & { readonly reason: Reason; readonly blocks: boolean };

/** Keeps an uploaded statement file as a draft, to be read and confirmed; refuses what no reading can make sense of. */
export async function uploadStatement(
  ctx: Ctx<UploadShop>,
  { bytes, fileName }: { readonly bytes: Buffer; readonly fileName: string },
): Promise<StatementDraft | Refusal> {
  const { shop, now } = ctx;
  const fault = sizeFault(bytes, fileName);
  if (fault) return fault;
  const contentHash = hashBytes(bytes);
  const imported = await findStatementOfContent(db(), shop.shopId, contentHash);
  if (imported) return importedBefore(shop.timeZone, imported);
  const read = readFile(bytes, {}, dayIn(shop.timeZone, now));
  if (isRefusal(read)) return read;
  const remembered = read.csv && (await findLayout(db(), shop.shopId, headerHash(read.csv.detection)));
  const choices = remembered ? choicesFor(bytes, remembered.choices) : {};
  return await keepDraft(ctx, { fileName, bytes, contentHash, choices });
}

/** Remembered choices for another file. Their currency is used only if this file names none. */
function choicesFor(bytes: Buffer, { currency, ...others }: FileChoices): FileChoices {
  const detection = detectStatement(bytes, tableChoices(others));
  const isOpen = !isRefusal(detection) && detection.questions.some(({ setting }) => setting === "currency");
  return isOpen && typeof currency === "string" ? { ...others, currency } : others;
}

/** The statement that a file became before, or null. */
export async function findImported({ shop }: Pick<Ctx, "shop">, bytes: Buffer) {
  const found = await findStatementOfContent(db(), shop.shopId, hashBytes(bytes));
  return found && { id: found.statementId, at: found.createdAt.toISOString() };
}

const reportDays = 30;

/** Days of the shop that a report is offered for. */
export function lastReportDays({ shop, now }: Asking) {
  const last = dayIn(shop.timeZone, now);
  return { first: dayAfter(last, 1 - reportDays), last };
}

/** A form in which no file was chosen sends one of no name and no bytes. */
function sizeFault(bytes: Buffer, name: string): Refusal | null {
  if (bytes.length === 0) {
    const reason =
      name === "" ? ({ code: "value_missing", what: "file" } as const) : ({ code: "file_empty" } as const);
    return refuse("invalid", reason, "file");
  }
  return bytes.length > maxFileBytes
    ? refuse("invalid", { code: "file_too_large", megabytes: 10 }, "file")
    : null;
}

const headerHash = ({ head }: Detection) => hashToken(normalizedHeader(head));

function readFile(bytes: Buffer, choices: FileChoices, today: string): FileReading | Refusal {
  const foreign = foreignFile(bytes);
  if (foreign) return foreign;
  const standard = readStandardFile(bytes);
  if (standard !== null) return isRefusal(standard) ? standard : readStandard(standard, choices, today);
  return isTooLong(bytes) ? tooManyRows : readCsv(bytes, choices, today);
}

/** A camt or OFX file leaves only the account to choose. */
function readStandard(
  { format, rows: written }: StandardStatement,
  choices: FileChoices,
  today: string,
): FileReading | Refusal {
  if (written.length > mostStatementRows) return tooManyRows;
  if (written.length === 0) return refuse("invalid", { code: "file_empty" }, "file");
  const all = written.map((row) => withPlausibleDay(row, today));
  const account = choices.account ?? null;
  const rows = account === null ? all : all.filter((row) => row.account === account);
  return {
    kind: format === "ofx" ? "ofx" : "camt",
    provider: choices.provider ?? "bank",
    account,
    csv: null,
    rows,
    questions: severalAccounts(rows, account),
  };
}

/** Makes rows with a day far from today unclear, so that they don't stretch the statement's period. */
function withPlausibleDay(row: ReadRow, today: string): ReadRow {
  const { day } = row;
  if (day === null || !isImplausibleDay(day, today)) return row;
  return { ...row, day: null, outcome: "unclear", reason: { code: "row_day_far", day: { day } } };
}

const tooManyRows = refuse("invalid", { code: "file_rows", most: 50_000 }, "file");

/** Counts line ends only, so that a file of a million rows is never cut into cells. */
function isTooLong(bytes: Buffer): boolean {
  let count = 0;
  let at = bytes.indexOf(10);
  while (at >= 0 && count <= mostStatementRows + preambleLines) {
    count += 1;
    at = bytes.indexOf(10, at + 1);
  }
  return count > mostStatementRows + preambleLines;
}

function readCsv(bytes: Buffer, choices: FileChoices, today: string): FileReading | Refusal {
  const detection = detectStatement(bytes, tableChoices(choices));
  if (isRefusal(detection)) return detection;
  const reading = correctedReading(detection, choices);
  const read = readStatement(detection, reading, today);
  // Columns chosen for a table of another width are dropped, and asked for again.
  const open = detection.questions.filter(
    ({ setting, word }) => word === null && (setting === "columns" || !(setting in choices)),
  );
  return {
    kind: "csv",
    provider: choices.provider ?? providerOfLayout(detection.layout),
    account: reading.account,
    csv: { detection, reading },
    rows: read.rows,
    questions: withoutDoubles([
      ...severalAccounts(read.rows, reading.account),
      ...[...read.questions, ...open].map((one) => ({ ...one, blocks: one.setting !== "words" })),
      ...datesNotFitting(read.rows, choices),
    ]),
  };
}

const mostAccounts = 20;

function severalAccounts(rows: readonly ReadRow[], account: string | null): FileQuestion[] {
  const choices = [...new Set(rows.map((row) => row.account))].filter(Boolean);
  if (account !== null || choices.length < 2 || choices.length > mostAccounts) return [];
  const reason = { code: "reading_accounts", count: choices.length } as const;
  return [{ setting: "account", column: null, word: null, reason, choices, blocks: true }];
}

/** Says at a chosen date order how many dates it doesn't fit. Where most don't, it is the wrong one. */
function datesNotFitting(rows: readonly ReadRow[], { dates }: FileChoices): FileQuestion[] {
  const unread = rows.filter(({ day, outcome }) => day === null && outcome === "unclear").length;
  if (dates === undefined || unread === 0) return [];
  const reason = { code: "reading_dates", unread, count: rows.length, order: dates } as const;
  const blocks = unread * 2 > rows.length;
  return [{ setting: "dates", column: null, word: null, reason, choices: [], blocks }];
}

function withoutDoubles(questions: readonly FileQuestion[]): FileQuestion[] {
  const seen = new Map<string, FileQuestion>();
  for (const one of questions) {
    const key = [one.setting, one.column, one.word, reasonAsText(one.reason)].join("\n");
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

/** A draft with its file as it is read with these corrections, which come before the stored ones. */
type DraftReading = {
  readonly draft: StatementDraft;
  readonly read: FileReading | null;
  /** Source of the remembered layout in use. */
  readonly rememberedFrom: string | null;
};

export async function readUploadedStatement(
  asking: Asking,
  asked: DraftQuery,
): Promise<DraftReading | Refusal> {
  const found = await readDraftFile(asking, asked);
  if (isRefusal(found)) return found;
  const { shopId } = asking.shop;
  return { ...found, rememberedFrom: found.read && (await findSource(shopId, found.read)) };
}

type DraftQuery = { readonly draftId: string; readonly corrections: FileChoices };

async function readDraftFile(
  { shop, now }: Asking,
  { draftId, corrections }: DraftQuery,
): Promise<Omit<DraftReading, "rememberedFrom"> | Refusal> {
  const draft = await readDraft(shop.shopId, draftId, now);
  if (isRefusal(draft)) return draft;
  if (draft.statementId !== null) return { draft, read: null };
  const bytes = fileOfDraft(draft);
  const choices: FileChoices = { ...(draft.choices as FileChoices), ...corrections };
  const today = dayIn(shop.timeZone, now);
  const read = readFile(bytes, choices, today);
  if (!isRefusal(read)) return { draft, read };
  // A correction that leaves nothing to read is told at its setting, beside the reading without it.
  const before = readFile(bytes, withoutTable(choices), today);
  if (isRefusal(before)) return before;
  const wrong = settingOfTable(corrections, draft.choices);
  const question = {
    setting: wrong,
    column: null,
    word: null,
    reason: read.reason,
    choices: [],
    blocks: true,
  };
  return { draft, read: { ...before, questions: [question, ...before.questions] } };
}

function withoutTable({
  encoding: _encoding,
  delimiter: _delimiter,
  headerLine: _line,
  ...others
}: FileChoices): FileChoices {
  return others;
}

const tableSettings = ["headerLine", "delimiter", "encoding"] as const;

/** The setting of the table that was chosen, by the first of these choices that have one. */
function settingOfTable(...given: readonly FileChoices[]): (typeof tableSettings)[number] {
  const chosen = given.flatMap((one) => tableSettings.filter((setting) => one[setting] !== undefined));
  return chosen[0] ?? "encoding";
}

async function findSource(shopId: ShopId, { csv }: FileReading): Promise<string | null> {
  if (!csv) return null;
  return (await findLayout(db(), shopId, headerHash(csv.detection)))?.source ?? null;
}

type Confirmed = {
  readonly draftId: string;
  readonly corrections: FileChoices;
  /** Source for which the reading is remembered; '' to forget it. */
  readonly rememberAs: string;
};

/** Imports a draft as it is read with these corrections. Confirming it again answers the statement that it became. */
export async function confirmUpload(
  ctx: Ctx<UploadShop>,
  { draftId, corrections, rememberAs }: Confirmed,
): Promise<ProviderStatement | Refusal> {
  const found = await readDraftFile(ctx, { draftId, corrections });
  if (isRefusal(found)) return found;
  const { draft, read } = found;
  if (!read) return await importedStatement(draft);
  const open = read.questions.filter(({ blocks }) => blocks);
  const fault = refuseFields(open.map(({ setting, reason }) => ({ field: setting, reason })));
  if (fault) return fault;
  const days = read.rows.flatMap(({ day }) => day ?? []).toSorted();
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) {
    return refuse("invalid", { code: "file_no_dates" }, "dates");
  }
  const { provider, rows, csv, account } = read;
  const given = {
    provider,
    source: "csv",
    fileName: draft.fileName,
    // The other account of the same file is another statement.
    contentHash: account === null ? draft.contentHash : hashToken(`${draft.contentHash} ${account}`),
    first: firstDay,
    last: lastDay,
    rows: () => rowsOf(rows, { provider, timeZone: ctx.shop.timeZone }),
    draft: {
      draftId: draft.draftId,
      layout:
        csv && rememberAs !== ""
          ? {
              source: rememberAs,
              headerHash: headerHash(csv.detection),
              choices: choicesToRemember(csv.reading, provider),
            }
          : null,
    },
  } as const;
  return await importStatement(ctx, given);
}

async function importedStatement({
  shopId,
  statementId,
}: StatementDraft): Promise<ProviderStatement | Refusal> {
  const statement = await findProviderStatement(shopId, statementId ?? "");
  return isRefusal(statement) ? noSuchDraft : statement;
}

function* rowsOf(
  rows: readonly ReadRow[],
  { provider, timeZone }: { readonly provider: FileProvider; readonly timeZone: string },
) {
  const starts = new Map<string, Date>();
  const startOf = (day: string) => {
    const at = starts.get(day) ?? dayStart(timeZone, day);
    starts.set(day, at);
    return at;
  };
  const rowOf = statementRows({ provider, startOf });
  for (const read of rows) {
    const row = rowOf(read);
    if (row) yield row;
  }
}

const previewed = 10;
const longestExample = 80;

/** An upload as screens and the API show it. */
export function uploadView({ draft, read, rememberedFrom }: DraftReading) {
  const { draftId: id, fileName, statementId: statement, expiresAt } = draft;
  return {
    id,
    fileName,
    rememberedFrom,
    ...(read ? readingView(read) : nothingToRead),
    statement,
    expiresAt,
  };
}

/** An upload that was imported. Its file is no longer kept. */
const nothingToRead: ReturnType<typeof readingView> = {
  kind: "csv",
  provider: "bank",
  account: null,
  layout: null,
  reading: null,
  columns: [],
  questions: [],
  rows: 0,
  unclear: 0,
  first: null,
  last: null,
  preview: [],
};

function readingView({ kind, provider, account, csv, rows, questions }: FileReading) {
  const days = rows.flatMap(({ day }) => day ?? []).toSorted();
  const referenceOf = (row: ReadRow) => (csv ? referenceAsWritten(csv, row.number) : "");
  return {
    kind,
    provider,
    account,
    layout: csv?.detection.layout ?? null,
    reading: csv && csv.reading,
    columns: csv ? columnsOf(csv) : [],
    questions: questions.map(({ reason, ...question }) => ({ ...question, message: messageOf(reason) })),
    rows: rows.length,
    unclear: rows.filter(({ outcome }) => outcome === "unclear").length,
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
    preview: rows.slice(0, previewed).map((row) => rowView(row, referenceOf(row))),
  };
}

/** `written` is the text of the reference columns. */
function rowView(row: ReadRow, written: string) {
  const { number: line, day, outcome, type, status, reason, currency, amountMinor, feeMinor } = row;
  const amountOf = (minor: bigint | null) =>
    minor === null || currency === null ? null : { minor, currency };
  const signed = amountMinor !== null && row.direction === "out" ? -amountMinor : amountMinor;
  const reference = written || row.payments.join(", ");
  return {
    line,
    day,
    outcome,
    amount: amountOf(signed),
    fee: amountOf(feeMinor),
    reference,
    type,
    status,
    reason: reason === null ? "" : messageOf(reason),
  };
}

/** The cells of the reference columns of a row, for a person to compare with the file. */
function referenceAsWritten({ detection, reading }: NonNullable<FileReading["csv"]>, number: number): string {
  const cells = detection.lines.find((line) => line.number === number)?.cells ?? [];
  const written = cells.filter((cell, at) => reading.columns[at] === "reference" && cell.trim() !== "");
  return written.join(" ").slice(0, longestExample);
}

function columnsOf({ detection: { head, lines }, reading }: NonNullable<FileReading["csv"]>) {
  return head.map((name, at) => ({
    name,
    example: (lines.find(({ cells }) => (cells[at] ?? "").trim() !== "")?.cells[at] ?? "").slice(
      0,
      longestExample,
    ),
    use: reading.columns[at] ?? "skip",
  }));
}
