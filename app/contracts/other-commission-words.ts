export const besideKinds = ["bonuses", "manual", "adjustments"] as const;
export type BesideKind = (typeof besideKinds)[number];

/** Names of the earnings other than commissions from orders. */
export const besideLabels: Record<BesideKind, string> = {
  bonuses: "Bonuses",
  manual: "Added by hand",
  adjustments: "Adjusted by hand",
};
