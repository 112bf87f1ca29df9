import type { AffiliateId } from "../ids.ts";
import type { RowCode } from "../imports/outcomes.ts";
import type { ShadowSignal } from "./shadow-signal.ts";

/** Results of an order and affiliate, as seen from this app: `more` is more here, `missing_there` is not in the file. */
export const comparisonResults = ["less", "more", "missing_here", "missing_there", "same"] as const;

/** Results of the rows of a comparison. Those of `not_compared` are in no total. */
export const comparisonFindings = [...comparisonResults, "not_compared"] as const;
export type ComparisonFinding = (typeof comparisonFindings)[number];

/** Results that differ from the previous app. */
export const comparisonDifferences = [
  "less",
  "more",
  "missing_here",
  "missing_there",
] as const satisfies readonly ComparisonFinding[];

/** A signal as a text names it. `name` is '' for a click. */
export type NamedSignal = Pick<ShadowSignal, "kind" | "name">;

/** Amounts that count toward commission in one app only. */
export const baseDifferences = ["shipping", "tax", "beforeDiscounts"] as const;
export type BaseDifference = (typeof baseDifferences)[number];

/** The term or signal that makes a difference, with the values that its text names. Minor units of the order. */
export type ComparisonReason =
  | { readonly code: "as_there" }
  | { readonly code: "within_rounding"; readonly lines: number }
  /** Its amount counts with that of another row. */
  | { readonly code: "counted_with"; readonly row: number }
  /** The commission here before refunds is the one there. */
  | { readonly code: "refunded_here"; readonly earnedMinor: bigint }
  /** The order earns nothing here. `reason` is a code of domain/reasons.ts. */
  | { readonly code: "earns_nothing"; readonly reason: string; readonly earnedMinor: bigint }
  | { readonly code: "rate"; readonly hereBps: number; readonly thereBps: number; readonly baseMinor: bigint }
  /** `hereBps` is not one rate. */
  | { readonly code: "rate_there"; readonly thereBps: number; readonly baseMinor: bigint }
  /** A line that the terms here exclude counts there. */
  | { readonly code: "excluded"; readonly title: string; readonly lines: number }
  | { readonly code: "counts_there"; readonly part: BaseDifference }
  | { readonly code: "counts_here"; readonly part: BaseDifference }
  | { readonly code: "amount" }
  | { readonly code: "affiliate_unknown" }
  /** The order is another affiliate's here. `own`: what was seen of the file's affiliate, if anything. */
  | {
      readonly code: "other_affiliate";
      readonly affiliateId: AffiliateId;
      readonly signal: NamedSignal | null;
      readonly own: (NamedSignal & { readonly reason: string }) | null;
    }
  /** A signal of the file's affiliate was seen, and doesn't count. `reason` is a code of domain/reasons.ts. */
  | { readonly code: "signal_fails"; readonly signal: NamedSignal; readonly reason: string }
  | { readonly code: "no_signal" }
  | { readonly code: "not_in_file"; readonly signal: NamedSignal | null }
  /** The file credits another affiliate. */
  | { readonly code: "other_in_file"; readonly signal: NamedSignal | null }
  | { readonly code: "denied_there" }
  | { readonly code: "order_unknown" }
  | { readonly code: "order_own" }
  | { readonly code: "order_waits" }
  | { readonly code: "before_start"; readonly day: string }
  | { readonly code: "no_order" }
  | { readonly code: "commission_missing" }
  | { readonly code: "order_currency"; readonly currency: string }
  | { readonly code: "cell"; readonly what: RowCode };

/** Result of one row. `differenceMinor` is the amount here less the amount there. Both are null if nothing was compared. */
export type ComparisonVerdict = {
  readonly finding: ComparisonFinding;
  readonly reason: ComparisonReason;
  readonly hereMinor: bigint | null;
  readonly differenceMinor: bigint | null;
};
