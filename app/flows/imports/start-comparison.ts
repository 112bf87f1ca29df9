import type { AuditRow } from "#app/domain/audit/audit-rows.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { ImportChoices, ImportQuestion } from "#app/domain/imports/import-reading.ts";
import { toPlain } from "#app/domain/plain.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { compareOrder } from "#app/domain/shadow/compare-order.ts";
import { dayIn } from "#app/platform/clock.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { affiliatesByExternalId, peopleByEmail } from "#app/store/file-imports.ts";
import {
  changeAudit,
  deleteAuditRows,
  insertAuditRows,
  lockAudit,
  type ReferralAudit,
} from "#app/store/referral-audits.ts";
import { findShadow } from "#app/store/shadow.ts";
import { canStart, fileReferrals, noSuchAudit, readFileOfAudit } from "./upload-audit.ts";

/** The result of a start: questions that are still open, or null once the comparison runs. */
type StartedComparison = { readonly questions: readonly ImportQuestion[] | null };

/** Saves how an export is read, and starts to compare it with shadow mode. Open questions leave it a draft. */
export async function startComparison(
  { shop, now }: Ctx<ShopWith<"timeZone">>,
  auditId: string,
  choices: ImportChoices,
): Promise<StartedComparison | Refusal> {
  const { shopId, timeZone } = shop;
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const audit = await lockAudit(tx, shopId, auditId);
    if (audit?.purpose !== "comparison") return noSuchAudit;
    if (!canStart(audit, now)) return refuse("conflict", { code: "audit_started" });
    const shadow = await findShadow(tx, shopId);
    if (shadow === null) return refuse("not-possible", { code: "shadow_not_started" });
    const read = readFileOfAudit({ ...audit, choices: {} }, choices);
    if (isRefusal(read)) return read;
    await changeAudit(tx, audit, { choices, system: read.reading.system });
    if (read.questions.length > 0) return { questions: read.questions };
    await deleteAuditRows(tx, shopId, audit.auditId);
    const start = { startDay: dayIn(timeZone, shadow.startedAt), today: dayIn(timeZone, now) };
    const byExternalId = await affiliatesByExternalId(tx, shopId, read.reading.system);
    const days: Days = { first: null, last: null };
    for await (const rows of fileReferrals(tx, audit, read)) {
      const affiliates = await affiliatesOf(tx, shopId, { rows, byExternalId });
      await insertAuditRows(
        tx,
        rows.map((row, at) => storedRow(audit, row, { ...start, affiliateId: affiliates[at] ?? null })),
      );
      widen(days, rows, start.today);
    }
    const { first, last } = days;
    await changeAudit(tx, audit, {
      status: "running",
      coveredFrom: first !== null && first > start.startDay ? first : start.startDay,
      coveredUntil: last ?? start.today,
      rows: read.table.rows,
      lastOrder: null,
      error: "",
      startedAt: now,
      finishedAt: null,
    });
    await queue.send(tx, "run-comparison", { shopId, auditId: audit.auditId });
    return { questions: null };
  });
}

/** The first and the last day of the file that is not in the future. */
type Days = { first: string | null; last: string | null };

function widen(days: Days, rows: readonly AuditRow[], today: string): void {
  for (const { day } of rows) {
    if (day === null || day > today) continue;
    if (days.first === null || day < days.first) days.first = day;
    if (days.last === null || day > days.last) days.last = day;
  }
}

type NamedRows = {
  readonly rows: readonly AuditRow[];
  readonly byExternalId: ReadonlyMap<string, AffiliateId>;
};

/** The store's affiliates of some rows, in their order. */
async function affiliatesOf(
  tx: Tx,
  shopId: ShopId,
  { rows, byExternalId }: NamedRows,
): Promise<(AffiliateId | null)[]> {
  const people = await peopleByEmail(
    tx,
    shopId,
    rows.map(({ email }) => email),
  );
  return rows.map(
    ({ email, externalId }) =>
      people.get(email.toLowerCase())?.affiliateId ?? byExternalId.get(externalId) ?? null,
  );
}

type RowContext = { readonly startDay: string; readonly affiliateId: AffiliateId | null };

/** Rows that name no order, or can't be read, have their result at once. */
function storedRow(
  { shopId, auditId }: ReferralAudit,
  { name, email, externalId, names: _names, ...row }: AuditRow,
  { startDay, affiliateId }: RowContext,
) {
  const isJudged = row.fault !== null || row.order === "";
  const verdict = isJudged
    ? compareOrder([{ ...row, affiliateId }], null, { startDay }).get(row.number)
    : null;
  const { order, ...columns } = row;
  return {
    ...columns,
    shopId,
    auditId,
    affiliateId,
    orderText: order,
    orderKey: order.toLowerCase(),
    label: name || email || externalId,
    orderId: null,
    finding: verdict?.finding ?? null,
    reason: verdict ? (toPlain(verdict.reason) as Record<string, unknown>) : null,
    expectedMinor: verdict?.hereMinor ?? null,
    differenceMinor: verdict?.differenceMinor ?? null,
  };
}
