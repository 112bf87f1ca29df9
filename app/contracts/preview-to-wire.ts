import type { Explanation } from "#app/domain/explanation.ts";
import type { PreviewWire, PricedWire } from "./preview.ts";

type Compared = { readonly draft: Explanation; readonly today: Explanation | null };

export type PreviewView = {
  readonly basket: Compared | null;
  readonly orders: readonly (Compared & {
    readonly id: string;
    readonly name: string;
    readonly placedAt: Date;
    readonly affiliateName: string | null;
  })[];
};

/** A preview as the API and the editor show it. */
export function previewToWire({ basket, orders }: PreviewView): PreviewWire {
  return {
    basket: basket && comparedToWire(basket),
    orders: orders.map((order) => ({
      id: order.id,
      name: order.name,
      placedAt: order.placedAt.toISOString(),
      affiliate: order.affiliateName,
      ...comparedToWire(order),
    })),
  };
}

function comparedToWire({ draft, today }: Compared) {
  return { draft: pricedToWire(draft), today: today && pricedToWire(today) };
}

function pricedToWire({ currency, totals, lines, uncredited, knownBefore }: Explanation): PricedWire {
  const money = (amount: string) => ({ amount, currencyCode: currency });
  return {
    totals: {
      base: money(totals.base),
      remainingBase: money(totals.remainingBase),
      commission: money(totals.commission),
      standing: money(totals.standing),
    },
    reason: uncredited?.text ?? null,
    knownBefore: knownBefore.map((one) => one.text),
    lines: lines.map((line) => ({
      id: line.lineId,
      title: line.title,
      counts: line.counts,
      rules: line.rules.map(({ ruleId, name, matched, text }) => ({ id: ruleId, name, matched, text })),
      steps: line.steps.map((step) => ({ ...step, amount: money(step.amount) })),
      commission: money(line.commission),
      standing: money(line.standing),
    })),
  };
}
