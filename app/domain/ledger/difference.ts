/**
 * A difference between the books and the data that they follow from. Amounts are minor units as text, because
 * it is stored as JSON.
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
      readonly kind: "figures";
      /** Null for the shop's own figures. */
      readonly affiliateId: string | null;
      /** `''` without a program, and for the shop's own figures. */
      readonly programId: string;
      readonly day: string;
      readonly currency: string;
      readonly what: string;
    }
  | {
      readonly kind: "commission";
      readonly commissionId: string;
      readonly orderId: string | null;
      readonly affiliateId: string;
      readonly currency: string;
      readonly current: string;
      readonly posted: string;
    }
  | {
      /** An order with an amount in the ledger but without a commission. */
      readonly kind: "order";
      readonly orderId: string;
      readonly currency: string;
      readonly current: string;
      readonly posted: string;
    }
  | {
      /** Any other row, with a description of the problem. */
      readonly kind: "row";
      readonly table: string;
      readonly key: string;
      readonly what: string;
      readonly affiliateId: string | null;
      readonly orderId: string | null;
    };

/** A difference of kind `row`, with its subject if screens can link to it. */
export function rowDifference(
  table: string,
  key: string,
  what: string,
  of: { readonly affiliateId?: string | null; readonly orderId?: string | null } = {},
): Difference {
  const { affiliateId = null, orderId = null } = of;
  return { kind: "row", table, key, what, affiliateId, orderId };
}

/** The row of a difference: its table, and its key without the shop. */
export function rowOfDifference(one: Difference): { readonly table: string; readonly key: string } {
  switch (one.kind) {
    case "balance":
      return { table: "ledger_balances", key: `${one.affiliateId} ${one.account} ${one.currency}` };
    case "figures":
      return one.affiliateId === null
        ? { table: "daily_shop_figures", key: `${one.day} ${one.currency}` }
        : {
            table: "daily_figures",
            key: [one.affiliateId, one.programId, one.day, one.currency]
              .filter((part) => part !== "")
              .join(" "),
          };
    case "commission":
      return { table: "commissions", key: one.commissionId };
    case "order":
      return { table: "orders", key: one.orderId };
    case "row":
    default:
      return { table: one.table, key: one.key };
  }
}

/** A difference as the command line prints it: table and key of the row, then the problem, in minor units. */
export function differenceText(one: Difference): string {
  const { table, key } = rowOfDifference(one);
  return `${table} ${key}: ${whatOf(one)}`;
}

function whatOf(one: Difference): string {
  switch (one.kind) {
    case "balance":
      return `is kept as ${one.kept}, its transfers sum to ${one.summed}`;
    case "commission":
      return `should stand at ${one.current} ${one.currency}, posted are ${one.posted}`;
    case "order":
      return `should stand at ${one.current} ${one.currency}, and has no commission`;
    case "figures":
    case "row":
    default:
      return one.what;
  }
}
