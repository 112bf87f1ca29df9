export const besideKinds = ["bonuses", "manual", "adjustments"] as const;
export type BesideKind = (typeof besideKinds)[number];

/** What people call what was earned beside the commission of orders. */
export const besideLabels: Record<BesideKind, string> = {
  bonuses: "Bonuses",
  manual: "Added by hand",
  adjustments: "Adjusted by hand",
};
