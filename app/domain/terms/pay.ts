import { allocate } from "../allocate.ts";
import { type CutLine, reachedFor, type StoredInputs } from "../inputs.ts";
import { portion, scale } from "../rate.ts";
import type { FlatPay, Pay, Threshold } from "./terms.ts";

/** A charge as a rule finds it. Minor units. */
export type PaidCharge = {
  readonly id: string;
  /** The rule that pays, or `fallback`. */
  readonly key: string;
  readonly pay: FlatPay;
  readonly quantity: number;
  readonly baseMinor: bigint;
  readonly baseLeftMinor: bigint;
};

/** What a charge earns as sold, and of which what is left stands. */
export type Earning = { readonly earnedMinor: bigint; readonly standingMinor: bigint };

/** An amount that shrinks with what is left of the base by which it was cut (M8). */
export type Share = { readonly allocatedMinor: bigint; readonly baseMinor: bigint };

/** A charge with what it would earn by itself, and what the caps leave of that. */
export type PaidLine = PaidCharge & { readonly uncappedMinor: bigint; readonly earning: Earning };

export const nothing: Earning = { earnedMinor: 0n, standingMinor: 0n };

/** T6: the flat pay that a pay comes to for an affiliate who had reached so much, in this currency, before the order. */
export function flatPay(pay: Pay, key: string, inputs: StoredInputs, currency: string): FlatPay {
  if (pay.kind !== "tiered") return pay;
  const reached = reachedFor(inputs, key);
  const step = pay.steps.findLast((one) => isReached(one.atLeast, reached, currency));
  return step?.pay ?? pay.below;
}

/** T6: whether a threshold is reached. Sales never reach an amount in another currency (M18). */
export function isReached(
  threshold: Threshold,
  reached: StoredInputs["reached"][string],
  currency: string,
): boolean {
  if (threshold.measure === "orders") return reached.orders >= threshold.count;
  if (threshold.amount.currency !== currency) return false;
  return reached.salesMinor >= threshold.amount.minor;
}

/** T5: what a charge earns by itself, before caps. `share` is its part of an amount fixed for the order. */
export function earn(charge: PaidCharge, share: Share | null, currency: string): Earning {
  const { pay, baseMinor, baseLeftMinor } = charge;
  switch (pay.kind) {
    case "percentage": {
      const earnedMinor = portion(baseMinor, pay.rateBps);
      const isWhole = baseLeftMinor === baseMinor;
      return { earnedMinor, standingMinor: isWhole ? earnedMinor : portion(baseLeftMinor, pay.rateBps) };
    }
    case "per-item": {
      if (pay.amount.currency !== currency || baseMinor <= 0n) return nothing;
      const allocatedMinor = pay.amount.minor * BigInt(charge.quantity);
      return ofShare({ allocatedMinor, baseMinor }, baseLeftMinor);
    }
    case "fixed":
      return share === null ? nothing : ofShare(share, baseLeftMinor);
    case "none":
    default:
      return nothing;
  }
}

/** M8: share × what is left ÷ base at the cut, at most the share. */
export function ofShare({ allocatedMinor, baseMinor }: Share, baseLeftMinor: bigint): Earning {
  const part = baseMinor > 0n ? scale(allocatedMinor, baseLeftMinor, baseMinor) : 0n;
  return { earnedMinor: allocatedMinor, standingMinor: part < allocatedMinor ? part : allocatedMinor };
}

/**
 * M8: the shares of every amount that is fixed for the order, by charge. Each is cut over the lines that its rule pays
 * for and that the order first held, by their base then; a line that is gone keeps its share.
 */
export function fixedShares(
  charges: readonly PaidCharge[],
  cut: readonly CutLine[],
  currency: string,
): Map<string, Share> {
  const shares = new Map<string, Share>();
  const amounts = fixedAmounts(charges, currency);
  if (amounts.size === 0) return shares;
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  for (const [key, amountMinor] of amounts) {
    const lines = cut.filter((line) => (byId.get(line.lineId)?.key ?? line.key) === key);
    if (lines.every((line) => line.baseMinor <= 0n)) continue;
    const parts = allocate(
      amountMinor,
      lines.map((line) => ({ id: line.lineId, weight: line.baseMinor })),
    );
    for (const { lineId, baseMinor } of lines) {
      shares.set(lineId, { allocatedMinor: parts.get(lineId) ?? 0n, baseMinor });
    }
  }
  return shares;
}

function fixedAmounts(charges: readonly PaidCharge[], currency: string): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const { key, pay } of charges) {
    if (pay.kind === "fixed" && pay.amount.currency === currency) amounts.set(key, pay.amount.minor);
  }
  return amounts;
}
