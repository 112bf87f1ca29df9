import { couldWin, defaultRules } from "#app/domain/attribution.ts";
import { isReasonCode, type ReasonCode } from "#app/domain/reasons.ts";
import type { OrderExplanationWire } from "./order.ts";
import type { EarnedWire } from "./portal.ts";

type Explained = OrderExplanationWire;
type Line = Omit<Explained["lines"][number], "rules"> & {
  /** The rule that pays, with a null name for the default commission. Null when nothing pays. */
  readonly rule: { readonly name: string | null } | null;
};

/** Calculation of the commission, for the credited affiliate. */
export type OwnArithmetic = Pick<Explained, "totals" | "refunds"> & {
  readonly lines: readonly Line[];
  readonly hold: HoldOf;
  readonly version: number;
};

type HoldOf = Pick<
  NonNullable<Explained["terms"]>,
  "approvalDays" | "approvalFrom" | "approvalBeganAt" | "approval"
>;

/** Reason codes of older app versions have no text. */
export type OwnWhy = ReasonCode | "older-reason";

/** A person decided, another signal had priority, or the affiliate's signals did not count. */
export type Seen = "decided" | "outranked" | "uncounted";

/**
 * An order's explanation as an affiliate may see it, without data about the customer or other affiliates.
 * Conditions of rules are hidden because they could reveal the customer.
 */
export type OwnExplanationWire = {
  readonly order: Pick<Explained["order"], "name" | "placedAt">;
  /** Why the affiliate is credited. Null when they are not. */
  readonly why: OwnWhy | null;
  /** The click that won, with the whole minutes from it to the order. Null if none did. */
  readonly click: { readonly touch: "first" | "last"; readonly minutesBefore: number } | null;
  /**
   * Why the affiliate's signals did not win. Null when they are credited or had no signals. Never says who is
   * credited.
   */
  readonly seen: Seen | null;
  readonly signals: readonly {
    readonly kind: Explained["signals"][number]["kind"];
    /** The code. Null for signals that have only an id. */
    readonly code: string | null;
    /** Sub-id of the link, or ''. */
    readonly subId: string;
    readonly at: string | null;
    readonly won: boolean;
    readonly why: OwnWhy;
  }[];
  /** Null when the affiliate is not credited. */
  readonly arithmetic: OwnArithmetic | null;
  /** The affiliate's commissions from the order with deductions and adjustments, as in the portal's list. */
  readonly commissions: readonly EarnedWire[];
  readonly postings: readonly Omit<Explained["postings"][number], "affiliate" | "commissionId">[];
};

/** Parts of an explanation that an affiliate may see. `commissions` has to hold only theirs. */
export function ownExplanationOf(
  explained: Explained,
  affiliateId: string,
  commissions: readonly EarnedWire[],
): OwnExplanationWire {
  const { order, signals, postings } = explained;
  const isCredited = order.affiliate?.id === affiliateId;
  const theirs = signals.filter((one) => one.affiliate.id === affiliateId);
  return {
    order: { name: order.name, placedAt: order.placedAt },
    why: isCredited ? whyOf(order.reason.code) : null,
    click: isCredited ? wonClickOf(explained) : null,
    seen: isCredited || theirs.length === 0 ? null : seenOf(order, theirs),
    signals: theirs.map(({ kind, signal, subId, at, won, reason }) => {
      return { kind, code: isCode(kind) ? signal : null, subId, at, won, why: whyOf(reason.code) };
    }),
    arithmetic: isCredited ? arithmeticOf(explained) : null,
    commissions,
    postings: postings
      .filter((one) => one.affiliate?.id === affiliateId)
      .map(({ affiliate: _affiliate, commissionId: _commission, ...posting }) => posting),
  };
}

const minuteMs = 60_000;

function wonClickOf({ order, signals, judgedBy }: Explained): OwnExplanationWire["click"] {
  const won = signals.find((one) => one.won);
  if (won?.kind !== "click" || won.at === null) return null;
  const minutesBefore = Math.floor((Date.parse(order.placedAt) - Date.parse(won.at)) / minuteMs);
  return { touch: judgedBy?.rules.touch ?? defaultRules.touch, minutesBefore };
}

function whyOf(code: string): OwnWhy {
  return isReasonCode(code) ? code : "older-reason";
}

/** A person's decision may be the cause, and it must not look as if a signal was. */
function seenOf(order: Explained["order"], theirs: Explained["signals"]): Seen {
  const isDecided =
    order.reason.code === "reassigned" || theirs.some((one) => one.reason.code === "given-away");
  if (isDecided) return "decided";
  const wasNear = theirs.some(
    ({ won, reason }) => isReasonCode(reason.code) && couldWin({ won, reason: reason.code }),
  );
  return wasNear ? "outranked" : "uncounted";
}

function isCode(kind: Explained["signals"][number]["kind"]): boolean {
  return kind === "code" || kind === "landing" || kind === "tag";
}

function arithmeticOf({ totals, refunds, lines, terms }: Explained): OwnArithmetic | null {
  if (terms === null) return null;
  return {
    totals,
    refunds,
    lines: lines.map(({ rules, ...line }) => {
      const paid = rules.find((one) => one.matched);
      return { ...line, rule: paid ? { name: paid.id === null ? null : paid.name } : null };
    }),
    version: terms.version,
    hold: {
      approvalDays: terms.approvalDays,
      approvalFrom: terms.approvalFrom,
      approvalBeganAt: terms.approvalBeganAt,
      approval: terms.approval,
    },
  };
}
