import { compareInstants } from "./instant.ts";
import type { FinancialStatus, LineFacts } from "./order.ts";

/** What both readers of the platform conclude in the same way (M10). */

const moneyCame: ReadonlySet<FinancialStatus> = new Set(["paid", "partially_refunded", "refunded"]);

/** The platform tells no moment of payment: it is that of the reading that tells of it first (M11). */
export function paidAtOf(status: FinancialStatus, updatedAt: string): string | null {
  return moneyCame.has(status) ? updatedAt : null;
}

/** When the last piece was sent of an order that is sent wholly; null while something is not. */
export function fulfilledAtOf(
  status: string | null | undefined,
  fulfilments: readonly { readonly createdAt: string; readonly status: string | null | undefined }[],
): string | null {
  if (status?.toLowerCase() !== "fulfilled") return null;
  const sent = fulfilments.filter((one) => one.status?.toLowerCase() === "success");
  return (
    sent
      .map((one) => one.createdAt)
      .toSorted(compareInstants)
      .at(-1) ?? null
  );
}

const renewals: ReadonlySet<string> = new Set([
  "subscription_contract",
  "subscription_contract_checkout_one",
]);

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
