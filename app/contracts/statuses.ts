/** Statuses that lists can be filtered by. This file loads no Zod, because browsers load it with the lists. */
export const orderStatuses = ["credited", "not-credited"] as const;

/** An archived link is paused and hidden from lists. */
export const linkStatuses = ["active", "paused", "archived"] as const;

export const discountStatuses = ["active", "scheduled", "expired", "deleted"] as const;
