import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type ClaimRow, findClaim, lockClaim, saveClaimDecision } from "#app/store/claims.ts";
import { affiliateNames } from "#app/store/names.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { findOrder, findOrderNamed } from "#app/store/orders.ts";
import { askAboutGoods, settleAgain } from "#app/flows/settlement/settle-again.ts";
import { refusalOfPreviousApp } from "#app/flows/settlement/shadow-refusals.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { type ClaimView, claimView } from "./claims.ts";

type DecideClaimInput = { readonly decision: "accept" | "decline"; readonly answer: string };

/** A claim after its decision, and the affiliate who is credited with its order then. Null for none. */
export type DecidedClaim = {
  readonly claim: ClaimView;
  readonly credited: { readonly id: string; readonly name: string } | null;
};

/**
 * Accepts or declines a claim. An accepted claim is an attribution signal: the order is settled again, and the shop's
 * rules decide (M19). If another affiliate keeps the credit, only a reassignment changes that.
 */
export async function decideClaim(
  ctx: Ctx<OrderShop & { readonly domain: string }>,
  claimId: string,
  asked: DecideClaimInput,
): Promise<DecidedClaim | Refusal> {
  const { shop } = ctx;
  const { shopId } = shop;
  const decided = await inTransaction(async (tx) => {
    const claim = await lockClaim(tx, shopId, claimId);
    if (!claim) return refuse("not-found", { code: "not_found", what: "claim" });
    if (claim.status !== "open") {
      return refuse("not-possible", { code: "already_decided", what: "claim", status: claim.status });
    }
    const orderId = await findClaimedOrder(tx, claim);
    if (asked.decision === "accept" && orderId === null) {
      return refuse("not-possible", { code: "claim_order_missing", order: claim.orderName });
    }
    if (asked.decision === "accept") {
      const order = await findOrder(tx, shopId, orderId ?? "");
      const refusal = order && (await refusalOfPreviousApp(tx, shopId, order.placedAt.toISOString()));
      if (refusal) return refusal;
    }
    await saveClaimOutcome(tx, { claim, orderId, asked, by: ctx });
    const isSettled = asked.decision === "accept" && orderId !== null;
    const waiting = isSettled ? await settleAgain(tx, shop, [orderId], ctx.now) : [];
    return { orderId, waiting };
  });
  if (isRefusal(decided)) return decided;
  // If Shopify can't be asked now, the next message about the order finds the claim.
  for (const orderId of decided.waiting) await askAboutGoods(shop, orderId, ctx.now);
  const claim = await findClaim(db(), shopId, claimId);
  if (!claim) return refuse("not-found", { code: "not_found", what: "claim" });
  return { claim: claimView(claim), credited: await readCreditedAffiliate(shopId, decided.orderId) };
}

/** The order may have arrived after the claim. */
async function findClaimedOrder(tx: Tx, { shopId, orderId, orderName }: ClaimRow): Promise<string | null> {
  return orderId ?? (await findOrderNamed(tx, shopId, orderName))?.orderId ?? null;
}

type ClaimDecision = {
  readonly claim: ClaimRow;
  readonly orderId: string | null;
  readonly asked: DecideClaimInput;
  readonly by: Acting;
};

async function saveClaimOutcome(tx: Tx, { claim, orderId, asked, by }: ClaimDecision): Promise<void> {
  const { shopId, claimId, affiliateId, orderName } = claim;
  const status = asked.decision === "accept" ? "accepted" : "declined";
  const { answer } = asked;
  const decided = { decidedAt: by.now, decidedBy: by.actor.name, answer };
  await saveClaimDecision(tx, shopId, claimId, { status, orderId, ...decided });
  const payload = { claimId, affiliateId, orderName, decision: status } as const;
  await recordEvents(
    tx,
    shopId,
    [{ name: "claim.decided", subjectId: claimId, affiliateId, payload }],
    by.now,
  );
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: `claim-${status}`,
    actor: by.actor,
    details: { claimId, order: orderName, answer },
    now: by.now,
  });
}

async function readCreditedAffiliate(
  shopId: ShopId,
  orderId: string | null,
): Promise<DecidedClaim["credited"]> {
  const affiliateId = orderId === null ? null : (await findOrder(db(), shopId, orderId))?.affiliateId;
  if (!affiliateId) return null;
  const names = await affiliateNames(db(), shopId, [affiliateId]);
  return { id: affiliateId, name: names.get(affiliateId) ?? affiliateId };
}
