/** Commissions without orders, and changes of figures, on reports and the dashboard. */
export const otherCommissions = {
  change: { was: "Was {before}", none: "–" },
  kinds: { bonuses: "Bonuses", manual: "Manual commissions", adjustments: "Adjustments" },
  others: {
    hidden:
      "Commission for orders in this period, after refunds. Bonuses and adjustments aren't part of a filtered report.",
    none: "Commission for orders in this period, after refunds. No bonuses or manual commissions.",
    some: "Commission for orders in this period, after refunds. Other commissions are listed below.",
    region: "Commission without orders in {currency}",
    sum: "{kind} in {currency}: {amount}",
  },
} as const;
