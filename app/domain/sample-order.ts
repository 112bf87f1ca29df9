import { evaluate } from "./commission.ts";
import { exponentOf, type Money } from "./money.ts";
import type { AffiliateId, ProgramId } from "./ids.ts";
import type { OrderFacts } from "./order.ts";
import type { JudgingVersion } from "./program.ts";
import type { ProgramTerms } from "./terms/terms.ts";
import { unseenFacts } from "./unseen-facts.ts";

const soldAt = "2026-01-01T12:00:00Z";
const piece = "1";

/** What a sample order of a hundred pays under terms, and what stays when half of it comes back. */
export type Sample = { readonly order: Money; readonly commission: Money; readonly afterReturn: Money };

/**
 * Shows terms at work on an order of two pieces, 100 together, in the shop's currency, by the formula that judges
 * real orders.
 * @throws UnknownCurrencyError when the currency is not in ISO 4217.
 */
export function sampleOrder(terms: ProgramTerms, currency: string): Sample {
  const totalMinor = 100n * 10n ** BigInt(exponentOf(currency));
  const facts = factsOf(totalMinor / 2n, currency);
  const halfBack: OrderFacts = {
    ...facts,
    refunds: [
      {
        id: "1",
        createdAt: soldAt,
        asOf: soldAt,
        status: "success",
        lines: [{ lineId: piece, quantity: 1, subtotalMinor: totalMinor / 2n, taxMinor: 0n }],
        shipping: [],
        adjustments: [],
      },
    ],
  };
  return {
    order: { minor: totalMinor, currency },
    commission: { minor: standingOf(terms, facts), currency },
    afterReturn: { minor: standingOf(terms, halfBack), currency },
  };
}

function standingOf(terms: ProgramTerms, facts: OrderFacts): bigint {
  const affiliateId = "aff_sample" as AffiliateId;
  const programId = "prg_sample" as ProgramId;
  const version: JudgingVersion = {
    id: "sample",
    programId,
    number: 1,
    effectiveFrom: soldAt,
    affiliateId: null,
    terms,
  };
  const evidence = { kind: "code", affiliateId, code: "SAMPLE", at: soldAt } as const;
  const winner = { affiliateId, programId, version, evidence };
  const attribution = { winner, reason: "won-by-code", candidates: [] } as const;
  return evaluate({ terms, facts, attribution, inputs: null }).standingMinor;
}

function factsOf(priceMinor: bigint, currency: string): OrderFacts {
  return {
    ...unseenFacts("1", currency),
    name: "#1001",
    createdAt: soldAt,
    updatedAt: soldAt,
    financialStatus: "paid",
    lines: [
      {
        id: piece,
        title: "Sample",
        quantity: 2,
        currentQuantity: null,
        priceMinor,
        discountMinor: 0n,
        taxMinor: 0n,
        giftCard: false,
        tip: false,
        productId: null,
        variantId: null,
        sku: null,
        vendor: null,
        subscription: false,
      },
    ],
  };
}
