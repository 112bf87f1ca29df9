/**
 * Something in the books that does not follow from what they are made of. Amounts are minor units as text, because it
 * is kept as JSON.
 */
export type Difference =
  | {
      readonly kind: "balance";
      readonly affiliateId: string;
      readonly account: string;
      readonly currency: string;
      readonly kept: string;
      readonly summed: string;
    }
  | {
      readonly kind: "posting";
      readonly transferId: string;
      /** Debit and credit as the ledger writes them, names only. */
      readonly moves: string;
      readonly code: string;
      readonly count: number;
    }
  | {
      readonly kind: "figures";
      /** Null for the shop's own figures. */
      readonly affiliateId: string | null;
      readonly day: string;
      readonly currency: string;
      readonly what: string;
    }
  | {
      readonly kind: "order";
      readonly orderId: string;
      readonly currency: string;
      readonly standing: string;
      readonly posted: string;
    };

/** A difference as the command line tells it, with ids and minor units. */
export function differenceText(one: Difference): string {
  if (one.kind === "balance") {
    return `balance of ${one.account}:${one.affiliateId} in ${one.currency} is kept as ${one.kept}, its transfers sum to ${one.summed}`;
  }
  if (one.kind === "posting") {
    return `transfers of code ${one.code} move ${one.moves}, which no rule knows (${one.count}, the first is ${one.transferId})`;
  }
  if (one.kind === "figures") {
    return `figures of ${one.affiliateId ?? "the shop"} on ${one.day} in ${one.currency} (kept, summed): ${one.what}`;
  }
  return `order ${one.orderId} should stand at ${one.standing}, posted are ${one.posted}`;
}
