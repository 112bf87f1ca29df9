import type { FlagKind } from "#app/domain/fraud/rules.ts";

/** Names of fraud rules. */
export const fraudRules = {
  names: {
    "self-referral": "Self-referral",
    "fast-order": "Fast checkout",
    "ad-click": "Paid ad traffic",
    "leaked-code": "Leaked code",
    burst: "Order spike",
    "shared-payout": "Shared payout details",
    "refund-mismatch": "Refund doesn't add up",
  } satisfies Record<FlagKind, string>,
} as const;
