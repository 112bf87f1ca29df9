/** Public names of events. An event is recorded in the transaction that causes it. */
export type EventName = CommissionEventName | PaymentEventName;
export type CommissionEventName = "commission.created" | "commission.approved" | "commission.reversed";
export type PaymentEventName = "payment.paid" | "payment.unclaimed" | "payment.returned" | "payment.failed";

/** Affiliates always get these, each as an email of its own. */
export function isPaymentEvent(name: EventName): name is PaymentEventName {
  return name.startsWith("payment.");
}

const paymentEvents: Readonly<Record<string, PaymentEventName>> = {
  settled: "payment.paid",
  unclaimed: "payment.unclaimed",
  returned: "payment.returned",
  failed: "payment.failed",
};

/** The event of a payment that came into a state; null for states of which nobody is told. */
export function paymentEventOf(state: string): PaymentEventName | null {
  return paymentEvents[state] ?? null;
}

/** JSON that integrations may read: amounts as decimal text, no personal data. */
export type EventPayload = { readonly [key: string]: EventValue };
type EventValue = string | null | EventPayload | readonly EventValue[];

/** How an affiliate gets emails about commissions. */
export const emailFrequencies = ["immediate", "daily", "never"] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

/** How often an affiliate gets a single email about one kind of event within an hour. Later ones wait for a digest. */
export const singleEmailsPerHour = 3;
