import type { z } from "zod";
import type {
  comparisonHeadWire,
  comparisonRowsQuery,
  comparisonWire,
  shadowWire,
} from "#app/contracts/shadow.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import {
  comparisonDifferences,
  type ComparisonFinding,
  comparisonFindings,
  type ComparisonReason,
} from "#app/domain/shadow/comparison.ts";
import { shadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { canStart, readAuditHead, readFileOfAudit } from "#app/flows/imports/upload-audit.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { reasonWords } from "#app/i18n/reason-words.ts";
import { comparisonReasonText, type ComparisonWriter } from "#app/i18n/shadow-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliateNames } from "#app/store/names.ts";
import {
  countAuditRows,
  countOpenAuditRows,
  daysOfComparison,
  type DaySum,
  type FindingSum,
  listAuditRows,
  listAudits,
  type ReferralAudit,
  type ReferralAuditRow,
  sumsOfAudit,
} from "#app/store/referral-audits.ts";
import { findShadow, hasBooks } from "#app/store/shadow.ts";
import { mappingOf } from "./file-imports.ts";

type ComparisonView = z.output<typeof comparisonWire>;
type ComparisonHead = z.output<typeof comparisonHeadWire>;
type ShadowView = z.output<typeof shadowWire>;
type ComparisonQuery = z.output<typeof comparisonRowsQuery> & { readonly locale: string; readonly now: Date };

/** A store's switch from another app, as pages show it. */
export async function readShadowView(shopId: ShopId, now: Date): Promise<ShadowView> {
  const shadow = await findShadow(db(), shopId);
  return {
    phase: shadowPhase(shadow, now),
    startedAt: shadow?.startedAt ?? null,
    liveFrom: shadow?.liveFrom ?? null,
    canStart: shadow === null && !(await hasBooks(db(), shopId)),
  };
}

const shownAtMost = 100;

/** The comparisons of a store, newest first. */
export async function readComparisonList(shopId: ShopId): Promise<ComparisonHead[]> {
  const page = {
    purpose: "comparison",
    errors: comparisonDifferences,
    limit: shownAtMost,
    offset: 0,
  } as const;
  const rows = await listAudits(db(), shopId, page);
  return rows.map(({ auditId: id, errors: differences, ...row }) => ({
    id,
    differences,
    fileName: row.fileName,
    system: row.system,
    status: statusOf(row),
    rows: row.rows,
    days: daysOf(row),
    createdAt: row.createdAt,
  }));
}

/** A comparison waits for nothing. */
const statusOf = ({ status }: Pick<ReferralAudit, "status">) => (status === "waiting" ? "running" : status);

/** Null for a file that ends before shadow mode began. */
const daysOf = ({ coveredFrom, coveredUntil }: Pick<ReferralAudit, "coveredFrom" | "coveredUntil">) =>
  coveredFrom === null || coveredUntil === null || coveredUntil < coveredFrom
    ? null
    : { from: coveredFrom, until: coveredUntil };

/** A comparison as its page shows it. */
export async function readComparisonView(
  { shopId, timeZone }: ShopWith<"timeZone">,
  auditId: string,
  { page, limit, finding, search = "", locale, now }: ComparisonQuery,
): Promise<ComparisonView | Refusal> {
  const audit = await readAuditHead(shopId, auditId, { purpose: "comparison", now });
  if (isRefusal(audit)) return audit;
  const read = canStart(audit, now) ? readFileOfAudit(audit) : null;
  if (isRefusal(read)) return read;
  const filter = { auditId: audit.auditId, finding, search };
  const isDone = audit.status === "done";
  const first = comparisonDifferences;
  const [sums, days, list, total, progress] = await Promise.all([
    sumsOfAudit<ComparisonFinding>(db(), shopId, audit.auditId),
    daysOfComparison(db(), shopId, audit.auditId),
    isDone ? listAuditRows(db(), shopId, { ...filter, first, limit, offset: (page - 1) * limit }) : [],
    isDone ? countAuditRows(db(), shopId, filter) : 0,
    progressOf(audit),
  ]);
  const writer = await comparisonWriter({ shopId, timeZone, locale }, list);
  const countOf = (some: readonly ComparisonFinding[]) =>
    sums.filter((one) => some.includes(one.finding)).reduce((all, { count }) => all + count, 0);
  return {
    id: audit.auditId,
    fileName: audit.fileName,
    system: audit.system,
    status: statusOf(audit),
    rows: audit.rows,
    differences: countOf(comparisonDifferences),
    days: daysOf(audit),
    createdAt: audit.createdAt,
    error: storedMessage(audit.error),
    mapping: read && mappingOf(read, null),
    progress,
    skipped: countOf(["not_compared"]),
    currencies: currenciesOf(sums, days),
    findings: comparisonFindings.flatMap((one) => findingOf(one, sums)),
    list: list.map((row) => comparisonRow(row, writer)),
    pagination: { page, limit, total },
    finding: finding ?? null,
    search,
  };
}

async function progressOf({
  shopId,
  auditId,
  status,
  rows,
}: ReferralAudit): Promise<ComparisonView["progress"]> {
  if (status !== "running") return null;
  const open = await countOpenAuditRows(db(), shopId, auditId);
  return { step: open === 0 ? "others" : "rows", done: rows - open, total: rows };
}

/** Sums per currency. Only what was compared counts. */
function currenciesOf(
  sums: readonly FindingSum<ComparisonFinding>[],
  days: readonly DaySum[],
): ComparisonView["currencies"] {
  const compared = sums.filter(({ currency, finding }) => currency !== "" && finding !== "not_compared");
  return [...Map.groupBy(compared, ({ currency }) => currency)].map(([currency, some]) => {
    const money = (minor: bigint): Money => ({ minor, currency });
    const here = some.reduce((all, { expectedMinor }) => all + expectedMinor, 0n);
    const difference = some.reduce((all, { differenceMinor }) => all + differenceMinor, 0n);
    const byDay = Map.groupBy(
      days.filter((one) => one.currency === currency),
      ({ day }) => day,
    );
    return {
      there: money(here - difference),
      here: money(here),
      difference: money(difference),
      days: [...byDay].map(([day, found]) => ({
        day,
        counts: countsOf(found),
        difference: money(found.reduce((all, { differenceMinor }) => all + differenceMinor, 0n)),
      })),
    };
  });
}

function countsOf(found: readonly DaySum[]): Record<ComparisonFinding, number> {
  const counts = { less: 0, more: 0, missing_here: 0, missing_there: 0, same: 0, not_compared: 0 };
  for (const { finding, count } of found) counts[finding] += count;
  return counts;
}

function findingOf(
  finding: ComparisonFinding,
  sums: readonly FindingSum<ComparisonFinding>[],
): ComparisonView["findings"] {
  const some = sums.filter((one) => one.finding === finding);
  if (some.length === 0) return [];
  return [
    {
      finding,
      count: some.reduce((all, { count }) => all + count, 0),
      differences: some
        .filter(({ differenceMinor, currency }) => currency !== "" && differenceMinor !== 0n)
        .map(({ differenceMinor: minor, currency }) => ({ minor, currency })),
    },
  ];
}

const reasonOf = (row: ReferralAuditRow): ComparisonReason | null =>
  row.reason === null ? null : fromPlain<ComparisonReason>(row.reason);

/** Writes results in English, with amounts and days of a locale, and the names of the affiliates that rows name. */
export async function comparisonWriter(
  { shopId, timeZone, locale }: ShopWith<"timeZone"> & { readonly locale: string },
  rows: readonly ReferralAuditRow[],
): Promise<ComparisonWriter> {
  const formats = formatsIn(locale);
  const cells = merchantTexts("imports");
  const explanations = { t: merchantTexts("explanations"), formats, timeZone };
  const ids = rows.flatMap((row) => {
    const reason = reasonOf(row);
    return reason?.code === "other_affiliate" ? [reason.affiliateId] : [];
  });
  const names = await affiliateNames(db(), shopId, ids);
  return {
    t: merchantTexts("shadow"),
    amount: (money) => formats.money(money),
    day: (day) => formats.date(new Date(`${day}T00:00:00Z`), "UTC"),
    cell: (code) => cells(`codes.${code}`, { name: "" }),
    reason: (reason) => reasonWords(reason, explanations),
    affiliate: (id) => names.get(id) ?? id,
  };
}

/** A row in words. */
export function comparisonRow(
  row: ReferralAuditRow,
  writer: ComparisonWriter,
): ComparisonView["list"][number] {
  const { number, label, orderText, orderId, day, currency, amountMinor, expectedMinor, differenceMinor } =
    row;
  const money = (minor: bigint | null): Money | null =>
    minor === null || currency === "" ? null : { minor, currency };
  const isCompared = expectedMinor !== null && differenceMinor !== null;
  const reason = reasonOf(row);
  return {
    row: number,
    affiliate: label,
    order: orderText,
    orderId,
    day,
    there: money(isCompared ? expectedMinor - differenceMinor : amountMinor),
    here: money(expectedMinor),
    difference: money(differenceMinor),
    finding: (row.finding ?? "not_compared") as ComparisonFinding,
    why: reason === null ? "" : comparisonReasonText(reason, currency, writer),
  };
}
