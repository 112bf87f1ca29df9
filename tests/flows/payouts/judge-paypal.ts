import { and, eq, isNotNull } from "drizzle-orm";
import type { AffiliateId } from "#app/domain/ids.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { findRequest } from "#app/store/payout-requests.ts";
import { findPayments, type PaymentRow } from "#app/store/payout-payments.ts";
import { payoutPayments } from "#app/store/schema/payouts.ts";
import type { PayeeShop } from "../../support/planned-payouts.ts";
import type { Movement } from "../../../local-paypal/books.ts";
import { type Counts, count } from "./counts.ts";
import type { PaypalWorld } from "./paypal-world.ts";

/** Differences between PayPal's books and the app's after a run. */
export async function judgeRun(
  { paypal }: PaypalWorld,
  shop: PayeeShop,
  {
    end,
    counts,
  }: {
    readonly end: { readonly payments: readonly Pick<PaymentRow, "paymentId">[] };
    readonly counts: Counts;
  },
): Promise<string[]> {
  const faults: string[] = [];
  const books = new Map(paypal.books().items.map((line) => [line.senderItemId, line]));
  const rows = await findPayments(
    db(),
    shop.shopId,
    end.payments.map((one) => one.paymentId),
  );
  for (const row of rows) {
    count(counts, `ended as ${row.status}`);
    const line = books.get(`${shop.shopId}:${row.paymentId}`);
    const committed = BigInt(line?.committed ?? "0");
    const wanted = row.status === "paid" ? row.amountMinor : 0n;
    if (committed !== wanted) faults.push(`PayPal paid ${committed} of ${await standOf(paypal, shop, row)}`);
    if ((line?.payouts ?? 0) > 1) faults.push(`${row.paymentId} was paid ${line?.payouts} times`);
    if (row.closedAt === null || row.contradiction !== "") {
      faults.push(`${row.paymentId} is ${row.status} at the end: ${row.contradiction}`);
    }
  }
  return faults;
}

/** All that is known of a payment on both sides, for whoever looks into it. */
async function standOf(
  paypal: PaypalWorld["paypal"],
  { shopId }: PayeeShop,
  { paymentId, status, requestId }: PaymentRow,
): Promise<string> {
  const there = Object.values(paypal.ctx.state.items).find((one) => one.senderItemId?.endsWith(paymentId));
  const told = paypal.ctx.state.deliveries.filter((one) => one.body.includes(paymentId));
  const heard = told.map(
    (one) => `${one.eventType} ${one.state} ${one.attempts.map((a) => a.status).join("/")}`,
  );
  const request = requestId && (await findRequest(db(), shopId, requestId));
  const look = request
    ? `${request.status}, next ${request.nextAt?.toISOString()}, ${request.error}`
    : "in no part";
  const now = paypal.ctx.now().toISOString();
  return `${paymentId}: ${status} here, ${there?.status} there; told ${heard.join(", ")}; ${look}; now ${now}`;
}

/**
 * Differences over all runs of a shop. Compares each receiver's account at PayPal with `paid`, the fees, the proof,
 * and each affiliate's earnings with the sum of received, unpaid, and fees.
 */
export async function judgeShop(
  { paypal }: PaypalWorld,
  shop: PayeeShop,
  given: ReadonlyMap<AffiliateId, bigint>,
): Promise<string[]> {
  const faults: string[] = [];
  const { movements } = paypal.ctx.state;
  const own = movements.filter((one) => one.senderItemId?.startsWith(`${shop.shopId}:`));
  const ids = shop.payees.map((one) => one.affiliateId);
  const balances = await balancesOf(db(), shop.shopId, ids);
  for (const { affiliateId, account } of shop.payees) {
    const received = receivedBy(own, `receiver:${account.kind === "paypal" ? account.email : ""}`);
    const [balance] = balances.get(affiliateId) ?? [];
    if (balance?.paidMinor !== received || balance.inTransitMinor !== 0n) {
      faults.push(
        `${affiliateId} received ${received}: ${balance?.paidMinor} paid, ${balance?.inTransitMinor} in transit`,
      );
    }
  }
  const { differences } = await verifyShop(shop.shopId);
  const lost = await unlikeGiven(shop, { balances, given });
  return [...faults, ...lost, ...differences.map((one) => JSON.stringify(one))];
}

type Held = {
  readonly balances: Awaited<ReturnType<typeof balancesOf>>;
  readonly given: ReadonlyMap<AffiliateId, bigint>;
};

const nothing = { paidMinor: 0n, payableMinor: 0n };

/** Earnings are paid, unpaid, or kept for fees, and nobody owes money because they were paid twice. */
async function unlikeGiven(shop: PayeeShop, { balances, given }: Held): Promise<string[]> {
  const kept = await keptForFees(shop);
  return [...given].flatMap(([affiliateId, wasGiven]) => {
    const { paidMinor, payableMinor } = balances.get(affiliateId)?.[0] ?? nothing;
    const accounted = paidMinor + payableMinor + (kept.get(affiliateId) ?? 0n);
    return accounted === wasGiven && payableMinor >= 0n
      ? []
      : [`${affiliateId} was given ${wasGiven}, and has ${accounted}, of which ${payableMinor} payable`];
  });
}

/** Fees that affiliates bore for payments that arrived. Minor units. */
async function keptForFees({ shopId }: PayeeShop): Promise<Map<AffiliateId, bigint>> {
  const rows = await db()
    .select({ affiliateId: payoutPayments.affiliateId, keptMinor: payoutPayments.withheldMinor })
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), isNotNull(payoutPayments.settledAt)));
  const kept = new Map<AffiliateId, bigint>();
  for (const one of rows) kept.set(one.affiliateId, (kept.get(one.affiliateId) ?? 0n) + one.keptMinor);
  return kept;
}

function receivedBy(movements: readonly Movement[], name: string): bigint {
  let received = 0n;
  for (const one of movements) {
    if (one.to === name) received += BigInt(one.minor);
    if (one.from === name) received -= BigInt(one.minor);
  }
  return received;
}

/**
 * PayPal's fees in the app's books and in PayPal's own. Skips payments that PayPal never reported to the app: a
 * person or a statement ended them, and a returned payment says nothing about its fee.
 */
export async function feesOf({ paypal }: PaypalWorld, { shopId }: PayeeShop): Promise<[bigint, bigint]> {
  const rows = await db()
    .select({
      paymentId: payoutPayments.paymentId,
      feeMinor: payoutPayments.feeMinor,
      told: payoutPayments.providerItemId,
    })
    .from(payoutPayments)
    .where(eq(payoutPayments.shopId, shopId));
  const told = new Map(
    rows.filter((one) => one.told !== "").map((one) => [`${shopId}:${one.paymentId}`, one]),
  );
  let here = 0n;
  for (const one of told.values()) here += one.feeMinor;
  const { items, movements } = paypal.ctx.state;
  let there = 0n;
  for (const one of movements) {
    const senderItemId = one.itemId === null ? null : (items[one.itemId]?.senderItemId ?? null);
    if (one.kind === "fee" && senderItemId !== null && told.has(senderItemId)) there += BigInt(one.minor);
  }
  return [here, there];
}
