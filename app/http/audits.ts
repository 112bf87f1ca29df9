import type { z } from "zod";
import type { auditHeadWire, auditRowsQuery, auditWire } from "#app/contracts/audit.ts";
import { type AuditRate, rateInputsOf } from "#app/domain/audit/audit-rates.ts";
import { auditRows } from "#app/domain/audit/audit-rows.ts";
import {
  auditErrors,
  type AuditFinding,
  type AuditReason,
  isAuditError,
} from "#app/domain/audit/findings.ts";
import type { ImportDetection } from "#app/domain/imports/import-reading.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { canStart, readAuditHead, readFileOfAudit } from "#app/flows/imports/upload-audit.ts";
import { auditReasonText, type AuditWriter } from "#app/i18n/audit-words.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { db } from "#app/platform/db.server.ts";
import {
  countAuditRows,
  countOpenAuditRows,
  type FindingSum,
  listAuditRows,
  listAudits,
  type MonthSum,
  monthsOfAudit,
  type ReferralAudit,
  type ReferralAuditRow,
  sharedOrdersOf,
  sumsOfAudit,
} from "#app/store/referral-audits.ts";
import { findImport } from "#app/store/sweeps.ts";
import { mappingOf } from "./file-imports.ts";

type AuditView = z.output<typeof auditWire>;
type AuditHead = z.output<typeof auditHeadWire>;
type AuditQuery = z.output<typeof auditRowsQuery> & { readonly locale: string; readonly now: Date };

const shownAtMost = 100;

/** The audits of a store, newest first. */
export async function readAuditList(shopId: ShopId): Promise<AuditHead[]> {
  const audits = await listAudits(db(), shopId, {
    purpose: "audit",
    errors: auditErrors,
    limit: shownAtMost,
    offset: 0,
  });
  return audits.map(({ auditId: id, errors: problems, fileName, system, status, rows, createdAt }) => ({
    id,
    fileName,
    system,
    status,
    rows,
    problems,
    createdAt,
  }));
}

/** An audit as its page shows it. */
export async function readAuditView(
  shopId: ShopId,
  auditId: string,
  { page, limit, finding, search = "", locale, now }: AuditQuery,
): Promise<AuditView | Refusal> {
  const audit = await readAuditHead(shopId, auditId, { purpose: "audit", now });
  if (isRefusal(audit)) return audit;
  const read = canStart(audit, now) ? readFileOfAudit(audit) : null;
  if (isRefusal(read)) return read;
  const filter = { auditId: audit.auditId, finding, search };
  const isDone = audit.status === "done";
  const [sums, months, sharedOrders, list, total, progress] = await Promise.all([
    sumsOfAudit(db(), shopId, audit.auditId),
    monthsOfAudit(db(), shopId, { auditId: audit.auditId, errors: auditErrors }),
    sharedOrdersOf(db(), shopId, audit.auditId),
    isDone
      ? listAuditRows(db(), shopId, { ...filter, first: auditErrors, limit, offset: (page - 1) * limit })
      : [],
    isDone ? countAuditRows(db(), shopId, filter) : 0,
    progressOf(audit),
  ]);
  const { fileName, system, status, rows, createdAt, coveredFrom, coveredUntil } = audit;
  const writer = auditWriter(locale);
  const countOf = (which: (one: FindingSum) => boolean) =>
    sums.filter((one) => which(one)).reduce((all, { count }) => all + count, 0);
  return {
    id: audit.auditId,
    fileName,
    system,
    status,
    rows,
    createdAt,
    problems: countOf((one) => isAuditError(one.finding)),
    error: storedMessage(audit.error),
    mapping: read && mappingOf(read, null),
    programs: read === null ? [] : programsOf(read),
    rates: ratesOf(audit),
    progress,
    covered:
      isDone && coveredFrom !== null && coveredUntil !== null
        ? { from: coveredFrom, until: coveredUntil }
        : null,
    unchecked: countOf((one) => one.finding === "not_checked"),
    sharedOrders,
    currencies: currenciesOf(sums, months),
    findings: findingsOf(sums),
    list: list.map((row) => rowView(row, writer)),
    pagination: { page, limit, total },
    finding: finding ?? null,
    search,
  };
}

/** The stated rates as they were entered. */
export const statedRates = ({ rates }: ReferralAudit) =>
  rateInputsOf(rates.map((rate) => fromPlain<AuditRate>(rate)));

function ratesOf(audit: ReferralAudit): AuditView["rates"] {
  if (audit.rates.length === 0) return null;
  const { rates, base } = statedRates(audit);
  return { rates: [...rates], base };
}

const mostPrograms = 50;

function programsOf({ table, reading }: ImportDetection): string[] {
  const names = new Map(
    auditRows(table.sample, reading).map(({ program }) => [program.toLowerCase(), program] as const),
  );
  const programs = [...names.values()].filter((name) => name !== "");
  return programs.length > 1 ? programs.slice(0, mostPrograms) : [];
}

/** Progress of an audit that is under way: the orders that it waits for, then its rows. */
async function progressOf({
  shopId,
  auditId,
  status,
  orderImportId,
  rows,
}: ReferralAudit): Promise<AuditView["progress"]> {
  if (status === "waiting" && orderImportId !== null) {
    const orders = await findImport(db(), shopId, orderImportId);
    return { step: "orders", done: orders?.ordersDone ?? 0, total: orders?.ordersTotal ?? 0 };
  }
  if (status !== "running") return null;
  const open = await countOpenAuditRows(db(), shopId, auditId);
  return { step: open === 0 ? "others" : "referrals", done: rows - open, total: rows };
}

/** Sums per currency. Only what was compared counts. */
export function currenciesOf(
  sums: readonly FindingSum[],
  months: readonly MonthSum[],
): AuditView["currencies"] {
  const byCurrency = Map.groupBy(
    sums.filter(({ currency }) => currency !== ""),
    ({ currency }) => currency,
  );
  return [...byCurrency].map(([currency, some]) => {
    const money = (minor: bigint): Money => ({ minor, currency });
    const expected = some.reduce((all, { expectedMinor }) => all + expectedMinor, 0n);
    const difference = some.reduce((all, { differenceMinor }) => all + differenceMinor, 0n);
    const errors = some.filter(({ finding }) => isAuditError(finding));
    const over = errors.reduce((all, { overMinor }) => all + overMinor, 0n);
    const under = errors.reduce((all, { underMinor }) => all + underMinor, 0n);
    return {
      paid: money(expected + difference),
      expected: money(expected),
      over: money(over),
      under: money(under),
      months: months
        .filter((one) => one.currency === currency)
        .map(({ month, overMinor, underMinor }) => ({
          month,
          over: money(overMinor),
          under: money(underMinor),
        })),
    };
  });
}

/** Number and differences of each finding, errors first. */
export function findingsOf(sums: readonly FindingSum[]): AuditView["findings"] {
  const byFinding = Map.groupBy(sums, ({ finding }) => finding);
  return [...byFinding]
    .toSorted(([a], [b]) => Number(isAuditError(b)) - Number(isAuditError(a)))
    .map(([finding, some]) => ({
      finding,
      count: some.reduce((all, { count }) => all + count, 0),
      differences: some
        .filter(({ differenceMinor, currency }) => currency !== "" && differenceMinor !== 0n)
        .map(({ differenceMinor: minor, currency }) => ({ minor, currency })),
    }));
}

/** Writes findings in English, with amounts and days of a locale. */
export function auditWriter(locale: string): AuditWriter {
  const formats = formatsIn(locale);
  const cells = merchantTexts("imports");
  return {
    t: merchantTexts("audit"),
    amount: (money) => formats.money(money),
    day: (day) => formats.date(new Date(`${day}T00:00:00Z`), "UTC"),
    cell: (code) => cells(`codes.${code}`, { name: "" }),
  };
}

/** A row in words. A denied referral was not paid. */
export function rowView(row: ReferralAuditRow, writer: AuditWriter): AuditView["list"][number] {
  const { number, label, orderText, orderId, day, currency, amountMinor, expectedMinor, differenceMinor } =
    row;
  const money = (minor: bigint | null): Money | null =>
    minor === null || currency === "" ? null : { minor, currency };
  const isCompared = expectedMinor !== null && differenceMinor !== null;
  return {
    row: number,
    affiliate: label,
    order: orderText,
    orderId,
    day,
    paid: money(isCompared ? expectedMinor + differenceMinor : amountMinor),
    expected: money(expectedMinor),
    difference: money(differenceMinor),
    finding: (row.finding ?? "not_checked") as AuditFinding,
    why: row.reason === null ? "" : auditReasonText(fromPlain<AuditReason>(row.reason), currency, writer),
  };
}
