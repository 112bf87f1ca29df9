export const otherCommissionKinds = ["bonuses", "manual", "adjustments"] as const;
export type OtherCommissionKind = (typeof otherCommissionKinds)[number];

/** Names of the earnings other than commissions from orders. */
export const otherCommissionLabels: Record<OtherCommissionKind, string> = {
  bonuses: "Bonuses",
  manual: "Added by hand",
  adjustments: "Adjusted by hand",
};
