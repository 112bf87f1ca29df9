import type { AuditRow } from "#app/domain/audit/audit-rows.ts";
import { type RatesInput, ratesOfInput } from "#app/domain/audit/audit-rates.ts";
import { judgeReferrals } from "#app/domain/audit/judge-referrals.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ImportId } from "#app/domain/ids.ts";
import type { ImportChoices, ImportQuestion } from "#app/domain/imports/import-reading.ts";
import { toPlain } from "#app/domain/plain.ts";
import { bothRefusals, isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import type { ShopDefaults } from "#app/domain/terms/terms-of-input.ts";
import { dayIn } from "#app/platform/clock.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import {
  changeAudit,
  deleteAuditRows,
  insertAuditRows,
  lockAudit,
  type ReferralAudit,
} from "#app/store/referral-audits.ts";
import { findImport } from "#app/store/sweeps.ts";
import { canStart, fileReferrals, noSuchAudit, readFileOfAudit } from "./upload-audit.ts";

type AuditShop = ShopWith<"currency" | "timeZone"> & ShopDefaults;

export type AuditInput = { readonly choices: ImportChoices; readonly rates: RatesInput };

/** Questions that are still open, or the first day of the orders that the audit needs. */
export type PreparedAudit =
  { readonly questions: readonly ImportQuestion[] } | { readonly questions: null; readonly firstDay: string };

/** Saves how the file is read and the stated rates, and answers with the days of orders that the audit needs. */
export async function prepareAudit(
  { shop, now }: Ctx<AuditShop>,
  auditId: string,
  { choices, rates: stated }: AuditInput,
): Promise<PreparedAudit | Refusal> {
  const rates = ratesOfInput(stated, shop);
  return await inTransaction(async (tx) => {
    const audit = await lockAudit(tx, shop.shopId, auditId);
    if (!audit) return noSuchAudit;
    if (!canStart(audit, now)) return refuse("conflict", { code: "audit_started" });
    const read = readFileOfAudit({ ...audit, choices: {} }, choices);
    if (isRefusal(read)) return isRefusal(rates) ? bothRefusals(read, rates) : read;
    if (isRefusal(rates)) return rates;
    const plain = rates.map((rate) => toPlain(rate) as Record<string, unknown>);
    await changeAudit(tx, audit, { choices, rates: plain, system: read.reading.system });
    if (read.questions.length > 0) return { questions: read.questions };
    const today = dayIn(shop.timeZone, now);
    let firstDay = today;
    for await (const rows of fileReferrals(tx, audit, read)) firstDay = earliestDay(rows, firstDay, today);
    return { questions: null, firstDay: daysBefore(firstDay, marginDays) };
  });
}

/** Before the platform existed. An earlier day is an error in the file. */
const firstPossibleDay = "2006-01-01";
const dayMs = 86_400_000;

/** Some files have the day of the approval or payment, which comes after the order. */
const marginDays = 30;

/** The first possible day of these referrals that is before `first`, or that. */
function earliestDay(rows: readonly AuditRow[], first: string, today: string): string {
  const days = rows.flatMap(({ day }) =>
    day !== null && day > firstPossibleDay && day <= today ? [day] : [],
  );
  return days.reduce((earliest, day) => (day < earliest ? day : earliest), first);
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

/** Starts an audit, once the import of its orders was started. Its job waits for that import. */
export async function startAudit(
  { shop: { shopId }, now }: Ctx,
  auditId: string,
  orderImportId: ImportId,
): Promise<true | Refusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const audit = await lockAudit(tx, shopId, auditId);
    const orders = await findImport(tx, shopId, orderImportId);
    if (!audit || !orders) return noSuchAudit;
    if (!canStart(audit, now)) return refuse("conflict", { code: "audit_started" });
    const read = readFileOfAudit(audit);
    if (isRefusal(read)) return read;
    await deleteAuditRows(tx, shopId, audit.auditId);
    for await (const rows of fileReferrals(tx, audit, read)) {
      await insertAuditRows(
        tx,
        rows.map((row) => storedRow(audit, row)),
      );
    }
    await changeAudit(tx, audit, {
      status: "waiting",
      orderImportId,
      coveredFrom: orders.firstDay,
      coveredUntil: orders.lastDay,
      rows: read.table.rows,
      lastOrder: null,
      error: "",
      startedAt: now,
      finishedAt: null,
    });
    await queue.send(tx, "run-audit", { shopId, auditId: audit.auditId });
    return true;
  });
}

/** Rows that name no order, or can't be read, are judged at once. */
function storedRow({ shopId, auditId }: ReferralAudit, row: AuditRow) {
  const {
    number,
    name,
    email,
    externalId,
    order,
    affiliateKey,
    program,
    day,
    amountMinor,
    currency,
    state,
    fault,
  } = row;
  const isJudged = fault !== null || order === "";
  const verdict = isJudged
    ? judgeReferrals({ referrals: [row], order: null, coveredFrom: "" }).get(number)
    : null;
  return {
    shopId,
    auditId,
    number,
    orderText: order,
    orderKey: order.toLowerCase(),
    affiliateKey,
    label: name || email || externalId,
    program,
    day,
    amountMinor,
    currency,
    state,
    fault,
    orderId: null,
    finding: verdict?.finding ?? null,
    reason: verdict ? (toPlain(verdict.reason) as Record<string, unknown>) : null,
    expectedMinor: verdict?.expectedMinor ?? null,
    differenceMinor: verdict?.differenceMinor ?? null,
  };
}
