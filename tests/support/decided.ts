import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Actor } from "#app/domain/actor.ts";
import type { CommissionKind } from "#app/domain/commission-state.ts";
import type { CommissionDecision } from "#app/domain/decision.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { deliver, emptyInbox, postedEntries } from "./inbox.ts";
import { orderBody, type OrderOptions } from "./order-bodies.ts";
import type { makeMerchant } from "./merchant.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { whyOf } from "./why.ts";

export type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** Ten days after the tests' orders, within their hold. */
export const decidedAt = new Date("2026-03-12T09:00:00Z");
/** After the hold of everything. */
export const muchLater = new Date("2026-06-01T00:00:00Z");

/** An order of 100.00 that came by the affiliate's link, taken into the books; answers its number. */
export async function sell(merchant: Merchant, options: OrderOptions = {}): Promise<number> {
  const order = orderBody({ ref: merchant.code, ...options });
  await deliver(merchant, "orders/paid", order);
  await emptyInbox();
  return order.id;
}

/** The commission of an order for an affiliate, the merchant's own when none is named. */
export async function commissionOf(
  merchant: Merchant,
  orderId: number,
  affiliateId = merchant.affiliateId,
  kind?: CommissionKind,
) {
  const [row] = await db()
    .select()
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, merchant.shopId),
        eq(commissions.orderId, String(orderId)),
        eq(commissions.affiliateId, affiliateId),
        kind && eq(commissions.kind, kind),
      ),
    );
  if (!row) throw new Error(`There is no commission of ${orderId} for ${affiliateId}.`);
  return row;
}

/** A decision as the merchant's staff makes it; its refusal is its message. */
export async function decideAs(
  merchant: Merchant,
  commissionId: string,
  kind: CommissionDecision,
  by: { actor?: Actor; now?: Date; note?: string } = {},
): Promise<string> {
  const { actor = merchant.actor, now = decidedAt, note = "because" } = by;
  const result = await decideCommission({ shop: merchant.shop, actor, now }, commissionId, { kind, note });
  return isRefusal(result) ? whyOf(result) : "done";
}

/** Every posting of the shop in its order: code, the account debited without its owner, and minor units. */
export async function posted(merchant: Merchant): Promise<string[]> {
  return (await postedEntries(merchant)).map(
    (one) => `${one.code} ${one.debitAccount.split(":")[0]} ${one.amountMinor}`,
  );
}

/** Pending and available balance of an affiliate in the shop's currency. */
export async function owedTo(
  merchant: Merchant,
  affiliateId = merchant.affiliateId,
): Promise<[bigint, bigint]> {
  const [balance] = (await balancesOf(db(), merchant.shopId, [affiliateId])).get(affiliateId) ?? [];
  return [balance?.pendingMinor ?? 0n, balance?.payableMinor ?? 0n];
}

/** State and reason of a commission, such as "denied: Not ours", or the refusal. */
export async function stateOf({ shopId }: Pick<Merchant, "shopId">, commissionId: string, now = decidedAt) {
  const found = await readCommission(shopId, commissionId, now);
  return isRefusal(found) ? found.reason.code : `${found.status}: ${found.reason.code}`;
}

/** Differences that a verification of the shop's books finds. There must never be any. */
export async function faultsOfBooks(merchant: Merchant) {
  return (await verifyShop(merchant.shopId)).differences;
}

/** Differences between the books and a replay of the shop's commissions. There must never be any. */
export function replay({ shopId }: Pick<Merchant, "shopId">) {
  const schema = `replay_${randomUUID().replaceAll("-", "")}`;
  return replayShop(shopId, { schema, keep: false, now: muchLater });
}
