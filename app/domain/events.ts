/** Public names of events. An event is recorded in the transaction that causes it. */
export type EventName = "commission.created" | "commission.approved" | "commission.reversed";

/** JSON that integrations may read: amounts as decimal text, no personal data. */
export type EventPayload = { readonly [key: string]: string | null | EventPayload };

/** How an affiliate gets emails about commissions. */
export const emailFrequencies = ["immediate", "daily", "never"] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

/** How often an affiliate gets a single email about one kind of event within an hour. Later ones wait for a digest. */
export const singleEmailsPerHour = 3;
