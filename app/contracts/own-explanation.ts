import type { OrderExplanationWire } from "./order.ts";

type Explained = OrderExplanationWire;
type Line = Omit<Explained["lines"][number], "rules"> & {
  /** Name of the rule that pays; null where nothing is paid for. */
  readonly rule: string | null;
};

/** How the commission came about, for those who are credited. */
export type OwnArithmetic = Pick<Explained, "totals" | "refunds"> & {
  readonly lines: readonly Line[];
  readonly version: number;
  readonly holdDays: number;
};

/**
 * An order's explanation as an affiliate may see it: nothing of the customer, which is also why no rule says what it
 * asked, and nothing of other affiliates.
 */
export type OwnExplanationWire = {
  readonly order: Pick<Explained["order"], "name" | "placedAt">;
  /** Why they are credited, or that they are not. */
  readonly reason: string;
  readonly signals: readonly {
    readonly kind: Explained["signals"][number]["kind"];
    /** The code; null for a click, whose id says nothing to people. */
    readonly code: string | null;
    readonly at: string | null;
    readonly won: boolean;
    readonly reason: string;
  }[];
  /** Null for an order that they are not credited with. */
  readonly arithmetic: OwnArithmetic | null;
  readonly postings: readonly Omit<Explained["postings"][number], "affiliate" | "commissionId">[];
};

/** What of an explanation one affiliate may see. */
export function ownExplanationOf(explained: Explained, affiliateId: string): OwnExplanationWire {
  const { order, signals, postings } = explained;
  const isCredited = order.affiliate?.id === affiliateId;
  return {
    order: { name: order.name, placedAt: order.placedAt },
    reason: isCredited ? order.reason.text : "You are not credited with this order.",
    signals: signals
      .filter((one) => one.affiliate.id === affiliateId)
      .map(({ kind, signal, at, won, reason }) => {
        return { kind, code: kind === "click" ? null : signal, at, won, reason: reason.text };
      }),
    arithmetic: isCredited ? arithmeticOf(explained) : null,
    postings: postings
      .filter((one) => one.affiliate?.id === affiliateId)
      .map(({ affiliate: _affiliate, commissionId: _commission, ...posting }) => posting),
  };
}

function arithmeticOf({ totals, refunds, lines, terms }: Explained): OwnArithmetic | null {
  if (terms === null) return null;
  return {
    totals,
    refunds,
    lines: lines.map(({ rules, ...line }) => {
      return { ...line, rule: rules.find((one) => one.matched)?.name ?? null };
    }),
    version: terms.version,
    holdDays: terms.holdDays,
  };
}
