import { compareInstants } from "./instant.ts";
import type { FinancialStatus, LineFacts, OrderFacts } from "./order.ts";

/** What both readers of the platform conclude in the same way (M10). */

const moneyCame: ReadonlySet<FinancialStatus> = new Set(["paid", "partially_refunded", "refunded"]);

/** The platform tells no moment of payment: it is that of the reading that tells of it first (M11). */
export function paidAtOf(status: FinancialStatus, updatedAt: string): string | null {
  return moneyCame.has(status) ? updatedAt : null;
}

type Sent = Pick<OrderFacts, "fulfilledAt" | "sentUnlisted" | "sentHeardAt">;

/**
 * When the last piece was sent of an order that is sent wholly. Of one that lists nothing sent the platform tells no
 * moment, as of a payment: it is that of the reading that tells of it first (M11).
 */
export function sentOf(
  status: string | null | undefined,
  fulfilments: readonly { readonly createdAt: string; readonly status: string | null | undefined }[],
  updatedAt: string,
): Sent {
  if (status?.toLowerCase() !== "fulfilled") return { fulfilledAt: null };
  const sent = fulfilments.filter((one) => one.status?.toLowerCase() === "success");
  const last = sent.map((one) => one.createdAt).toSorted(compareInstants);
  const fulfilledAt = last.at(-1) ?? null;
  return fulfilledAt === null ? { fulfilledAt, sentUnlisted: true, sentHeardAt: updatedAt } : { fulfilledAt };
}

/** Under which `source_name` the platform places the later orders of a subscription contract. */
export const renewalSources = ["subscription_contract", "subscription_contract_checkout_one"] as const;

const renewals: ReadonlySet<string> = new Set(renewalSources);

/** Renewals are orders of their own, whose lines may name no selling plan any more. */
export function isRenewal(sourceName: string | null | undefined): boolean {
  return renewals.has(sourceName ?? "");
}

/**
 * Lines with what another reading knew of their goods. The platform forgets a line's product when the product is
 * deleted, and that changes nothing about what was sold.
 */
export function withKnownGoods(
  lines: readonly LineFacts[],
  known: readonly LineFacts[],
): readonly LineFacts[] {
  if (lines.every((line) => line.productId !== null && line.variantId !== null)) return lines;
  const byId = new Map(known.map((line) => [line.id, line]));
  return lines.map((line) => {
    const before = byId.get(line.id);
    if (!before) return line;
    return {
      ...line,
      productId: line.productId ?? before.productId,
      variantId: line.variantId ?? before.variantId,
    };
  });
}
