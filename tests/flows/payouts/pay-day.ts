import { and, eq, gte } from "drizzle-orm";
import type { Actor } from "#app/domain/actor.ts";
import { cancelSection } from "#app/flows/payouts/cancel-section.ts";
import { createPayout, sectionsOfPreview } from "#app/flows/payouts/create-payout.ts";
import { planSection } from "#app/flows/payouts/plan-section.ts";
import { previewPayout } from "#app/flows/payouts/preview-section.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { type PayoutSection, type PayoutRequest, unfinishedPlans } from "#app/store/payout-requests.ts";
import type { PaymentRow } from "#app/store/payout-payments.ts";
import { savePayoutLimit, savePayoutSettings } from "#app/store/payout-settings.ts";
import { payoutSections, payoutPayments } from "#app/store/schema/payouts.ts";
import { findShop } from "#app/store/shops.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { accepted } from "../../support/accepted.ts";
import type { Chance } from "../../histories/random.ts";
import { giveAll, type Payee, type PayeeShop, tester } from "../../support/planned-payouts.ts";
import { type Counts, count, type Steps } from "./counts.ts";
import { approveSection, confirmSection } from "../../support/section.ts";

/** A day on which people pay: whom, how, and what they may still do by chance. */
export type PayDay = {
  readonly shop: PayeeShop;
  readonly payees: readonly Payee[];
  readonly method: "paypal" | "store_credit";
  readonly chance: Chance;
  readonly counts: Counts;
  readonly now: () => Date;
  readonly given: Given;
};

/** A day that began. Its sections are those created since then. */
export type BegunDay = PayDay & {
  readonly since: Date;
  /** Affiliates to pay. Null: all of them. */
  readonly affiliates: PayoutSection["chosen"];
};

/** Earnings of each affiliate of a world, day by day. Minor units. */
export type Given = Map<AffiliateId, bigint>;

const second: Actor = { kind: "staff", id: "8", name: "Grace", email: "grace@shop.test" };

/** The steps of those who press Pay, say yes and plan. */
export const planSteps: Steps = {
  begin: 5,
  read: 5,
  lock: 5,
  "insert payouts": 5,
  "insert payout_sections": 5,
  "insert audit_events": 5,
  "insert a job": 5,
  "commit after insert a job": 5,
  "commit after insert audit_events": 1,
  "insert payout_payments": 5,
  "insert payout_coverings": 5,
  "update payout_coverings": 5,
  "insert payout_skipped": 0,
  "insert ledger_entries": 5,
  "insert ledger_balances": 5,
  "update ledger_balances": 5,
  "update payout_sections": 5,
  "commit after update payout_sections": 5,
  "commit after update payout_payments": 1,
  "update payout_payments": 1,
  // The process that confirms may freeze the requests too.
  "insert payout_requests": 2,
};

/** How often each has to have occurred for every hundred runs. */
export const planCases = {
  "two press Pay at once": 5,
  "cancelled before it was sent": 5,
  "approved by a second person": 10,
};

/** At which steps a process may die now: of planning while nothing is sent, else of sending. */
export function stepsOf(
  sections: readonly PayoutSection[],
  steps: { readonly plan: Steps; readonly send: Steps },
): Steps {
  return sections.some((one) => one.status === "sending") ? steps.send : steps.plan;
}

const usualMinor = 2500n;

/** Each of them gets an available balance, and the shop pays by rules that differ from day to day. */
export async function beginDay(day: PayDay): Promise<BegunDay> {
  const { shop, payees, chance, counts, method, now } = day;
  const since = now();
  // Some are paid an amount that they were paid before, so that the amount alone does not tell one payment from another.
  const drawAmount = () => (chance.is(0.3) ? usualMinor : chance.minor(1, 30_000));
  const payments = payees.map((payee) => ({ payee, amountMinor: drawAmount() }));
  await giveAll(shop, payments, since);
  for (const { payee, amountMinor } of payments) {
    day.given.set(payee.affiliateId, (day.given.get(payee.affiliateId) ?? 0n) + amountMinor);
  }
  const feeBearer = method === "paypal" && chance.is(0.3) ? "affiliate" : "shop";
  const approvalMinor = chance.is(0.3) ? 1n : null;
  await inTransaction(async (tx) => {
    const settings = { ...usualSettings, feeBearer, ranThrough: "", updatedAt: since } as const;
    await savePayoutSettings(tx, shop.shopId, settings);
    const { currency } = shop;
    await savePayoutLimit(tx, shop.shopId, { currency, minimumMinor: 0n, approvalMinor });
  });
  if (feeBearer === "affiliate") count(counts, "affiliates bear the fee");
  const isOfAll = payees.length === shop.payees.length && chance.is(0.7);
  return { ...day, since, affiliates: isOfAll ? null : payees.map((one) => one.affiliateId) };
}

/** The sections of the day. */
export async function sectionsOf({ shop, since }: BegunDay): Promise<PayoutSection[]> {
  const { shopId, createdAt, sectionId } = payoutSections;
  return db()
    .select()
    .from(payoutSections)
    .where(and(eq(shopId, shop.shopId), gte(createdAt, since)))
    .orderBy(sectionId);
}

/** Its payments. */
export async function paymentsOf({ shop, since }: BegunDay): Promise<PaymentRow[]> {
  const rows = await db()
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shop.shopId), gte(payoutPayments.plannedAt, since)));
  return rows as PaymentRow[];
}

export type DayEnd = { readonly day: BegunDay; readonly payments: readonly PaymentRow[] };

/** Payees of the day without a payment. A failed or canceled one counts. */
export function skipped({ day, payments }: DayEnd): string[] {
  const paid = new Set(payments.map((one) => one.affiliateId));
  return day.payees.flatMap(({ affiliateId }) =>
    paid.has(affiliateId) ? [] : [`${affiliateId} was left out`],
  );
}

/** True once all is paid or canceled, and somebody was paid. */
export function isOver(sections: readonly PayoutSection[]): boolean {
  const isEnded = sections.every(({ status }) => status === "done" || status === "canceled");
  return isEnded && !sections.every(isOfNobody);
}

/** Taken back, or made when all were being paid already. */
const isOfNobody = ({ status, paymentCount }: PayoutSection) =>
  status === "canceled" || (status === "done" && paymentCount === 0);

/**
 * Work of people and planning jobs in one life. A person who sees no section presses Pay, maybe a second time: the
 * first section may exist without their knowing. Sometimes two press at once, and sometimes one cancels.
 */
export async function payAndPlan(day: BegunDay, sections: readonly PayoutSection[]): Promise<void> {
  const { chance, counts } = day;
  const isWanted = sections.every(isOfNobody);
  if (isWanted && chance.is(0.2)) {
    count(counts, "two press Pay at once");
    await Promise.all([press(day), press(day)]);
  } else if (isWanted || (sections.length === 1 && chance.is(0.1))) {
    if (sections.length > 0) count(counts, "somebody presses Pay again");
    await press(day);
  }
  for (const section of sections) await decide(day, section);
  const atOnce = chance.pick([7, 20, 500]);
  for (const plan of await unfinishedPlans(db())) await planSection(plan, day.now, atOnce);
}

/** A preview, and a yes to what it showed; a browser that hears nothing sends the same once more. */
async function press({ shop, method, affiliates, now, counts, chance }: BegunDay): Promise<void> {
  const { shopId, currency } = shop;
  const found = await findShop(db(), shopId);
  if (!found) throw new Error("The shop is not there.");
  const choice = { method, currency, cutoffAt: null, chosen: affiliates, programId: null, minimum: null };
  const preview = accepted(await previewPayout(found, choice, { page: 1, limit: 20 }, now()));
  const confirmation = {
    key: `press ${chance.pick(keys)} ${now().getTime()}`,
    expected: sectionsOfPreview(preview),
  };
  const send = () => createPayout({ shop: found, actor: tester, now: now() }, choice, confirmation);
  const made = await send();
  if (isRefusal(made)) {
    count(counts, "nobody was left to pay");
    return;
  }
  if (!chance.is(0.2)) return;
  const again = await send();
  if (again !== made) throw new Error("One confirmation created two payouts.");
  count(counts, "a confirmation was sent twice");
}

const keys = Array.from({ length: 1_000 }, (_, index) => index);

async function decide({ shop, chance, counts, now }: BegunDay, section: PayoutSection): Promise<void> {
  const { sectionId, status, paymentCount, totalMinor } = section;
  const isBefore = status === "planning" || status === "planned";
  if (isBefore && chance.is(0.15)) {
    const refusal = await cancelSection({ shop, actor: tester, now: now() }, sectionId);
    if (!refusal) count(counts, "cancelled before it was sent");
    return;
  }
  if (status !== "planned") return;
  if (section.confirmedBy === null) {
    count(counts, "confirmed after it came out otherwise");
    await confirmSection(
      shop.shopId,
      sectionId,
      { count: paymentCount, totalMinor },
      { actor: tester, now: now() },
    );
    return;
  }
  count(counts, "approved by a second person");
  await approveSection(shop.shopId, sectionId, { actor: second, now: now() });
}

/** A payment that may have been sent is never shown as refused, or a person would think that it was not paid. */
export function checkRefused({ requestId, status, wasInDoubt }: PayoutRequest): void {
  if (status === "refused" && wasInDoubt) throw new Error(`${requestId} may have been sent, and is refused`);
}
