import { evaluate } from "#app/domain/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Progress, StoredInputs } from "#app/domain/inputs.ts";
import { toPlain } from "#app/domain/plain.ts";
import { shadowSignals } from "#app/domain/shadow/shadow-signal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { deleteShadowCommissions, saveShadowCommissions, type ShadowCommission } from "#app/store/shadow.ts";
import { asksThePlatform, type CreditedOrder, storedInputs } from "./credit-orders.ts";

/** An order of the previous app, with the credit that it would have here. */
export type ShadowOrder = CreditedOrder;

/** Orders whose shadow commission can be calculated, as the live engine would see them. */
export function shadowOrdersAmong(judged: readonly CreditedOrder[]): ShadowOrder[] {
  return judged.flatMap((one) =>
    one.shadow === null || asksThePlatform(one.facts, one.shadow)
      ? []
      : [{ ...one, attribution: one.shadow, existing: [], bonuses: [] }],
  );
}

/** The commission that an order of the previous app would have earned here. It is stored and never posted. */
export function shadowCommission(
  { facts, row: { shopId }, attribution }: ShadowOrder,
  progress: Progress,
  now: Date,
): ShadowCommission {
  const { decided } = attribution;
  const { winner } = decided;
  const evaluation = evaluate({
    terms: winner?.version.terms ?? null,
    facts,
    attribution: decided,
    inputs: storedInputs(attribution, []),
    progress,
  });
  const inputs: Record<string, StoredInputs> =
    winner === null || facts.test
      ? attribution.inputs
      : { ...attribution.inputs, [winner.affiliateId]: evaluation.inputs };
  return {
    shopId,
    orderId: facts.id,
    placedAt: new Date(facts.createdAt),
    affiliateId: winner?.affiliateId ?? null,
    programId: winner?.programId ?? null,
    programVersion: winner?.version.number ?? null,
    currency: facts.currency,
    earnedMinor: evaluation.originalMinor,
    currentMinor: evaluation.currentMinor,
    reason: evaluation.uncreditedReason ?? decided.reason,
    signals: shadowSignals(decided),
    inputs: toPlain(inputs) as Record<string, unknown>,
    calculatedAt: now,
  };
}

/** Stores shadow commissions, and deletes those of orders that are this app's after all. */
export async function writeShadow(
  tx: Tx,
  shopId: ShopId,
  judged: readonly CreditedOrder[],
  commissions: readonly ShadowCommission[],
): Promise<void> {
  await saveShadowCommissions(tx, commissions);
  const own = judged.filter(({ shadow, isShadowed }) => isShadowed && shadow === null);
  await deleteShadowCommissions(
    tx,
    shopId,
    own.map(({ facts }) => facts.id),
  );
}
