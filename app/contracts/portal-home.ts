import type { DiscountDetails } from "#app/domain/codes/discount.ts";
import type { Threshold, FlatPay, Pay, Period } from "#app/domain/terms/terms.ts";
import { type NextTier, tierPercent } from "#app/domain/terms/next-tier.ts";
import type { AffiliateWire } from "./affiliate.ts";
import type { PayoutOutlookWire } from "./own-payout.ts";
import type { EarnedWire } from "./portal.ts";
import { moneyToWire } from "./wire.ts";

type MoneyWire = { readonly amount: string; readonly currencyCode: string };

type FlatPayWire =
  | { readonly kind: "none" }
  | { readonly kind: "percentage"; readonly rateBps: number }
  | { readonly kind: "fixed" | "per-item"; readonly amount: MoneyWire };

/** Pay for a sale before the first tier, and at the highest one. */
export type HomePayWire = { readonly from: FlatPayWire; readonly upTo: FlatPayWire | null };

export type HomeTierWire = {
  readonly programName: string;
  readonly ruleName: string | null;
  readonly pay: FlatPayWire;
  readonly period: Period;
  readonly reached: GoalWire;
  readonly goal: GoalWire;
  /** From 0 to 99. */
  readonly percent: number;
};

export type GoalWire =
  | { readonly measure: "orders"; readonly count: number }
  | { readonly measure: "sales"; readonly amount: MoneyWire };

export type HomeDayWire = {
  readonly day: string;
  readonly clicks: number;
  readonly orders: number;
  readonly earned: MoneyWire;
};

export type HomeCodeWire = {
  readonly code: string;
  /** For the shopper; null where only the store's admin can say. */
  readonly gives: CodeGivesWire | null;
  /** When the notice period of its end is over; null while it stays. */
  readonly endsAt: string | null;
};

type CodeGivesWire =
  | { readonly kind: "percentage"; readonly ratio: number }
  | { readonly kind: "amount" | "amount-per-item"; readonly amount: MoneyWire }
  | { readonly kind: "free-shipping" };

/** The portal's home. */
export type HomeWire = {
  readonly shop: { readonly name: string; readonly timeZone: string };
  readonly affiliate: Pick<AffiliateWire, "name" | "status" | "referralLink" | "balances">;
  /** Discount codes that work now. */
  readonly codes: readonly HomeCodeWire[];
  readonly month: { readonly earned: MoneyWire; readonly change: number | null };
  readonly days: readonly HomeDayWire[];
  readonly conversion: number;
  readonly perClick: MoneyWire | null;
  readonly tiers: readonly HomeTierWire[];
  readonly pay: HomePayWire | null;
  readonly latest: readonly EarnedWire[];
  readonly outlook: PayoutOutlookWire;
};

export function homeCodeToWire(
  {
    code,
    details,
    endsAt,
  }: { readonly code: string; readonly details: unknown; readonly endsAt: Date | null },
  currencyCode: string,
): HomeCodeWire {
  return {
    code,
    gives: details ? givesToWire(details as DiscountDetails, currencyCode) : null,
    endsAt: endsAt?.toISOString() ?? null,
  };
}

function givesToWire({ value }: DiscountDetails, currencyCode: string): CodeGivesWire | null {
  switch (value.kind) {
    case "percentage":
      return { kind: value.kind, ratio: Number(value.percent) / 100 };
    case "amount": {
      const amount = { amount: value.amount, currencyCode };
      return { kind: value.eachItem ? "amount-per-item" : "amount", amount };
    }
    case "free-shipping":
      return { kind: value.kind };
    case "other":
    default:
      return null;
  }
}

type HomeTierToWrite = NextTier & { readonly programName: string; readonly ruleName: string | null };

type HomeToWrite = {
  readonly monthMinor: bigint;
  readonly monthBeforeMinor: bigint;
  readonly days: readonly {
    readonly day: string;
    readonly clicks: number;
    readonly orders: number;
    readonly earnedMinor: bigint;
  }[];
  readonly conversion: number;
  readonly perClickMinor: bigint | null;
  readonly tiers: readonly HomeTierToWrite[];
  readonly pay: Pay | null;
};

/** The part of the home that is computed from figures and terms. */
export function homeFiguresToWire(
  home: HomeToWrite,
  currency: string,
): Pick<HomeWire, "month" | "days" | "conversion" | "perClick" | "tiers" | "pay"> {
  const { monthMinor, monthBeforeMinor, perClickMinor } = home;
  return {
    month: { earned: moneyToWire(monthMinor, currency), change: changeOf(monthMinor, monthBeforeMinor) },
    days: home.days.map(({ earnedMinor, ...one }) => ({
      ...one,
      earned: moneyToWire(earnedMinor, currency),
    })),
    conversion: home.conversion,
    perClick: perClickMinor === null ? null : moneyToWire(perClickMinor, currency),
    tiers: home.tiers.map((tier) => tierToWire(tier, currency)),
    pay: home.pay && payToWire(home.pay),
  };
}

/** In whole percent as a ratio (0.12); null where there was nothing before. */
function changeOf(minor: bigint, beforeMinor: bigint): number | null {
  if (beforeMinor <= 0n) return null;
  return Math.round((Number(minor - beforeMinor) / Number(beforeMinor)) * 100) / 100;
}

function tierToWire(tier: HomeTierToWrite, currency: string): HomeTierWire {
  const { programName, ruleName, pay, period, goal, reached } = tier;
  return {
    programName,
    ruleName,
    pay: flatPayToWire(pay),
    period,
    reached:
      goal.measure === "orders"
        ? { measure: "orders", count: reached.orders }
        : { measure: "sales", amount: moneyToWire(reached.salesMinor, currency) },
    goal: goalToWire(goal),
    percent: tierPercent(tier),
  };
}

function goalToWire(goal: Threshold): GoalWire {
  if (goal.measure === "orders") return { measure: "orders", count: goal.count };
  return { measure: "sales", amount: moneyToWire(goal.amount.minor, goal.amount.currency) };
}

function payToWire(pay: Pay): HomePayWire {
  if (pay.kind !== "tiered") return { from: flatPayToWire(pay), upTo: null };
  const highest = pay.steps.at(-1);
  return { from: flatPayToWire(pay.below), upTo: highest ? flatPayToWire(highest.pay) : null };
}

function flatPayToWire(pay: FlatPay): FlatPayWire {
  if (pay.kind === "none" || pay.kind === "percentage") return pay;
  return { kind: pay.kind, amount: moneyToWire(pay.amount.minor, pay.amount.currency) };
}
