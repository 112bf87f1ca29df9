import type { Ctx } from "#app/domain/context.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { nextSecond, shadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockImportedOrders, uncheckAmountImports } from "#app/store/file-imports.ts";
import { lockKnownOrders } from "#app/store/orders.ts";
import {
  completeShadow,
  hasOrderFrom,
  lockShadow,
  saveLiveFrom,
  shadowOrdersFrom,
} from "#app/store/shadow.ts";

/** The moment to go live changed while an order from then on arrived. */
class OrderArrivedError extends Error {
  override name = "OrderArrivedError";
}

const mostAttempts = 5;

/**
 * Chooses the moment from which orders are this app's (M25). `at` is null for now. It can be changed until it has
 * passed. Orders from then on that were left to the previous app, because the platform's clock is ahead, are settled
 * again.
 */
export async function goLive(ctx: Ctx<OrderShop>, at: Date | null): Promise<Date | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction((tx) => chooseMoment(tx, ctx, at));
    } catch (error) {
      if (!(error instanceof OrderArrivedError) || attempt === mostAttempts) throw error;
    }
  }
}

async function chooseMoment(
  tx: Tx,
  { shop, actor, now }: Ctx<OrderShop>,
  at: Date | null,
): Promise<Date | Refusal> {
  const { shopId } = shop;
  const shadow = await lockShadow(tx, shopId);
  if (!shadow) return refuse("not-possible", { code: "shadow_not_started" });
  const phase = shadowPhase(shadow, now);
  if (phase !== "shadow" && phase !== "scheduled") return refuse("conflict", { code: "live_already" });
  if (at !== null && at <= now) return refuse("invalid", { code: "live_in_past" }, "day");
  const liveFrom = at ?? nextSecond(now);
  // Settlement locks orders first, too.
  const locked = await lockKnownOrders(tx, shopId, await shadowOrdersFrom(tx, shopId, liveFrom));
  await lockImportedOrders(tx, shopId);
  const early = await shadowOrdersFrom(tx, shopId, liveFrom);
  if (early.some((id) => !locked.has(id))) throw new OrderArrivedError();
  // Orders from the former moment on are this app's already.
  if (shadow.liveFrom !== null && (await hasOrderFrom(tx, shopId, shadow.liveFrom))) {
    return refuse("conflict", { code: "live_already" });
  }
  await saveLiveFrom(tx, shopId, liveFrom);
  await uncheckAmountImports(tx, shopId);
  await recordAudit(tx, shopId, {
    subjectKind: "shop",
    subjectId: shopId,
    action: "live-chosen",
    actor,
    details: { liveFrom: liveFrom.toISOString(), before: shadow.liveFrom?.toISOString() ?? null },
    now,
  });
  await settleAgain(tx, shop, early, now);
  return liveFrom;
}

/** Records a person's statement that the previous app owes nothing, so payouts need not wait for an export. */
export async function stateNoBalances({ shop: { shopId }, actor, now }: Ctx): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    const shadow = await lockShadow(tx, shopId);
    const phase = shadowPhase(shadow, now);
    if (phase === "complete") return true;
    if (phase !== "waiting") return refuse("not-possible", { code: "shadow_not_live" });
    await completeShadow(tx, shopId, { completedBy: null, now });
    await recordAudit(tx, shopId, {
      subjectKind: "shop",
      subjectId: shopId,
      action: "no-balances-stated",
      actor,
      now,
    });
    return true;
  });
}
