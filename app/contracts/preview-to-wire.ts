import type { Explanation } from "#app/domain/explanation.ts";
import type { Bonus } from "#app/domain/terms/terms.ts";
import type { BonusesPaidWire, PreviewWire, PricedWire } from "./preview.ts";
import { moneyToWire } from "./wire.ts";

type Paid = readonly { readonly bonus: Bonus; readonly times: number | null }[];

type ComparedPaid = { readonly draft: Paid; readonly today: Paid | null };

type Priced = Explanation & { readonly isMoreThanSold: boolean };

type Compared = { readonly draft: Priced; readonly today: Priced | null };

export type PreviewView = {
  readonly basket: Compared | null;
  readonly orders: readonly (Compared & {
    readonly id: string;
    readonly name: string;
    readonly placedAt: Date;
    readonly affiliateName: string | null;
    readonly isUnread: boolean;
    readonly bonuses: ComparedPaid;
  })[];
  readonly bonuses: {
    readonly basket: ComparedPaid | null;
    readonly affiliates: readonly {
      readonly bonus: Bonus;
      readonly reached: readonly {
        readonly affiliateId: string;
        readonly name: string;
        readonly times: number;
      }[];
      readonly isMore: boolean;
    }[];
  };
};

/** A preview as the API and the editor show it. */
export function previewToWire({ basket, orders, bonuses }: PreviewView): PreviewWire {
  return {
    basket: basket && comparedToWire(basket),
    orders: orders.map((order) => ({
      id: order.id,
      name: order.name,
      placedAt: order.placedAt.toISOString(),
      affiliate: order.affiliateName,
      unread: order.isUnread,
      ...comparedToWire(order),
      bonuses: comparedPaidToWire(order.bonuses),
    })),
    bonuses: {
      basket: bonuses.basket && comparedPaidToWire(bonuses.basket),
      affiliates: bonuses.affiliates.map(({ bonus, reached, isMore }) => ({
        id: bonus.id,
        name: bonus.name,
        reached: reached.map(({ affiliateId, name, times }) => ({
          affiliate: { id: affiliateId, name },
          times,
          amount: timesOver(bonus, times),
        })),
        more: isMore,
      })),
    },
  };
}

function comparedPaidToWire({ draft, today }: ComparedPaid) {
  return { draft: paidToWire(draft), today: today && paidToWire(today) };
}

function paidToWire(paid: Paid): BonusesPaidWire {
  return paid.map(({ bonus, times }) => ({
    id: bonus.id,
    name: bonus.name,
    times,
    amount: times === null ? null : timesOver(bonus, times),
  }));
}

function timesOver({ amount }: Bonus, times: number) {
  return moneyToWire(amount.minor * BigInt(times), amount.currency);
}

function comparedToWire({ draft, today }: Compared) {
  return { draft: pricedToWire(draft), today: today && pricedToWire(today) };
}

function pricedToWire(priced: Priced): PricedWire {
  const { currency, totals, lines, uncredited, knownBefore, isMoreThanSold } = priced;
  const money = (amount: string) => ({ amount, currencyCode: currency });
  return {
    totals: {
      base: money(totals.base),
      remainingBase: money(totals.remainingBase),
      commission: money(totals.commission),
      standing: money(totals.standing),
    },
    moreThanSold: isMoreThanSold,
    reason: uncredited?.text ?? null,
    knownBefore: knownBefore.map((one) => one.text),
    lines: lines.map((line) => ({
      id: line.lineId,
      title: line.title,
      counts: line.counts,
      rules: line.rules.map(({ ruleId, ...rule }) => ({ id: ruleId, ...rule })),
      steps: line.steps.map(({ rule, text, amount }) => ({ rule, text, amount: money(amount) })),
      commission: money(line.commission),
      standing: money(line.standing),
    })),
  };
}
