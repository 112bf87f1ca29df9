import {
  type CommissionKind,
  type CommissionStanding,
  commissionState,
  type CommissionState,
  reversedReason,
} from "#app/domain/commission-state.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import { ruleTextForAffiliate } from "#app/domain/fraud/rules.ts";
import type { Money } from "#app/domain/money.ts";
import { isReasonCode, type ReasonCode, reasonText } from "#app/domain/reasons.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { waitsForApproval } from "#app/flows/commissions/release-answer.ts";
import { listCommissionRows, type NamedCommission } from "#app/store/commission-list.ts";
import { type AdjustmentWithOrder, lastDeciders, listAdjustments } from "#app/store/decisions.ts";
import { postedOf } from "#app/store/ledger.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";

/** What an affiliate was given or lost, as they may see it: nothing of the customer, no note, nobody else. */
export type Earned = {
  /** Of the commission, or of the adjustment. */
  readonly id: string;
  readonly kind: CommissionKind | "adjustment";
  /** The order that earned it or reached the bonus, or whose commission was adjusted. */
  readonly order: { readonly id: string; readonly name: string } | null;
  /** The day of the order, or the instant at which anything else was made. */
  readonly earnedAt: Date;
  /** What stands of it now; an adjustment may be below zero. */
  readonly amount: Money;
  readonly state: CommissionState | "adjusted";
  readonly reason: string;
  /** Null while the hold has not begun, and for what has none. */
  readonly holdUntil: Date | null;
};

/** The last entry that was shown: when it was made, and its id. */
export type EarnedCursor = { readonly at: Date; readonly id: string };
type Page = { readonly limit: number; readonly after?: EarnedCursor | undefined };
type Entry = { readonly at: Date; readonly earned: Earned };

/** One page of an affiliate's commissions and adjustments, newest first, each with what the books hold for it. */
export async function readEarned(
  shopId: ShopId,
  affiliateId: AffiliateId,
  page: Page,
  now: Date,
): Promise<{ earned: Earned[]; next: EarnedCursor | null } | Refusal> {
  const { after } = page;
  const limit = page.limit + 1;
  const position = after && { createdAt: after.at, commissionId: after.id };
  const read = await readWithin(thisList, async (tx) => {
    const rows = await listCommissionRows(tx, shopId, {
      filter: { affiliateId },
      now,
      limit,
      after: position,
    });
    const adjusted = await listAdjustments(tx, shopId, { affiliateId, limit, after });
    const ids = rows.map((row) => row.commission.commissionId);
    const posted = await postedOf(tx, shopId, ids);
    return { rows, adjusted, posted, deciders: await lastDeciders(tx, shopId, ids) };
  });
  if (isRefusal(read)) return read;
  const { rows, adjusted, posted, deciders } = read;
  // Both lists are sorted; at one instant commissions stand first, as their ids would have it.
  const entries = [
    ...rows.map((row): Entry => {
      return {
        at: row.commission.createdAt,
        earned: earnedOf(
          row,
          {
            posted: posted.get(row.commission.commissionId),
            flagKind: deciders.get(row.commission.commissionId)?.flagKind ?? null,
          },
          now,
        ),
      };
    }),
    ...adjusted.map((row): Entry => ({ at: row.adjustment.at, earned: adjustedOf(row) })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const shown = entries.slice(0, page.limit);
  const last = entries.length > page.limit ? shown.at(-1) : undefined;
  return { earned: shown.map((one) => one.earned), next: last ? { at: last.at, id: last.earned.id } : null };
}

function adjustedOf({ adjustment, orderId, orderName }: AdjustmentWithOrder): Earned {
  const { adjustmentId, amountMinor: minor, currency, at } = adjustment;
  return {
    id: adjustmentId,
    kind: "adjustment",
    order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
    earnedAt: at,
    amount: { minor, currency },
    state: "adjusted",
    reason: minor > 0n ? "A person gave this amount, at once payable." : "A person took this amount off.",
    holdUntil: null,
  };
}

type Found = { readonly posted: Posted | undefined; readonly flagKind: string | null };

function earnedOf(row: NamedCommission, { posted, flagKind }: Found, now: Date): Earned {
  const { commission } = row;
  const { kind, decision, affiliateId, releasedAt, orderId } = commission;
  const minor = posted ? posted.pendingMinor + posted.payableMinor : 0n;
  const standing: CommissionStanding = {
    kind,
    decision,
    affiliateId,
    releasedAt,
    waitsForApproval: waitsForApproval(row, now),
    orderReason: row.orderReason,
    creditedTo: row.orderCreditedTo,
    postedMinor: minor,
  };
  const state = commissionState(standing);
  return {
    id: commission.commissionId,
    kind,
    order: orderId === null ? null : { id: orderId, name: row.orderName ?? orderId },
    earnedAt: (kind === "order" ? row.orderPlacedAt : null) ?? commission.createdAt,
    amount: { minor, currency: commission.currency },
    state,
    reason:
      isStopped(state) && flagKind !== null ? ruleTextForAffiliate(flagKind) : reasonOf(state, standing),
    holdUntil: commission.holdUntil,
  };
}

function isStopped(state: CommissionState): boolean {
  return state === "held" || state === "denied";
}

function reasonOf(state: CommissionState, standing: CommissionStanding): string {
  const code = codeOf(state, standing);
  return isReasonCode(code) ? reasonText(code) : code;
}

function codeOf(state: CommissionState, standing: CommissionStanding): string {
  if (state === "denied") return "denied-by-hand" satisfies ReasonCode;
  if (state === "held") return "held-by-hand" satisfies ReasonCode;
  if (state === "reversed") return reversedReason(standing);
  if (standing.kind === "manual") return "added-by-hand" satisfies ReasonCode;
  if (standing.kind === "bonus") return "bonus-reached" satisfies ReasonCode;
  return standing.orderReason ?? "";
}
