/** States that lists can be filtered by, in a file without Zod, because pages of the browser name them, too. */
export const orderStatuses = ["credited", "not-credited"] as const;

/** An archived link is paused and hidden from lists. */
export const linkStatuses = ["active", "paused", "archived"] as const;

export const discountStatuses = ["active", "scheduled", "expired", "deleted"] as const;
