import type { Money } from "#app/domain/money.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { type EmailReader, writeMail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** An amount below zero that a payment deducts. */
type Deduction = {
  readonly amount: Money;
  /** Name of the order that was refunded; null where something else is the reason. */
  readonly refunded: string | null;
};

export type PaymentEmail = {
  readonly amount: Money;
  readonly method: PayoutMethod;
  /** Masked account; '' where nothing is known of it. */
  readonly receiver: string;
  /** How many commissions it pays. */
  readonly commissions: number;
  readonly deductions: readonly Deduction[];
  readonly link: string;
};

/** Tells an affiliate that they were paid. */
export async function paidMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail | null> {
  const { t, amounts, shop } = writing(reader);
  const { receiver, commissions, deductions, link } = payment;
  const amount = amounts([payment.amount]);
  const account = receiver === "" ? "none" : receiver;
  const texts: Readonly<Record<PayoutMethod, () => string>> = {
    paypal: () => t("paid.paypal", { amount, account }),
    bank: () => t("paid.bank", { amount, account }),
    store_credit: () => t("paid.storeCredit", { amount, shop }),
    outside: () => t("paid.outside", { amount, shop }),
  };
  const values = {
    amount,
    payment: texts[payment.method](),
    covers: commissions > 0 ? t("paid.covers", { count: commissions }) : "",
    deducted: deductedText(reader, deductions),
    questions: questions(reader),
  };
  return await writeMail(reader, "paid", { values, link });
}

const mostOrdersNamed = 3;

function deductedText(reader: EmailReader, deductions: readonly Deduction[]): string {
  if (deductions.length === 0) return "";
  const { t, amounts, and } = writing(reader);
  const amount = amounts(deductions.map((one) => one.amount));
  const orders = [...new Set(deductions.map((one) => one.refunded))];
  const named = orders.filter((one) => one !== null);
  if (named.length < orders.length || orders.length > mostOrdersNamed) {
    return t("paid.deducted", { amount });
  }
  return t("paid.refunded", { amount, orders: and(named), count: named.length });
}

/** Tells an affiliate that a payment waits for them at PayPal, and how to get it. */
export async function unclaimedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail | null> {
  const { receiver, link } = payment;
  const values = { amount: writing(reader).amounts([payment.amount]), account: receiver };
  return await writeMail(reader, "unclaimed", { values, link });
}

/** Tells an affiliate that a payment didn't arrive, and what to check. */
export async function returnedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail | null> {
  const { t, amounts, shop } = writing(reader);
  const amount = amounts([payment.amount]);
  const account = payment.receiver === "" ? "none" : payment.receiver;
  const values = {
    amount,
    returned: t("returned.text", { shop, amount, account }),
    questions: questions(reader),
  };
  return await writeMail(reader, "returned", { values, link: payment.link });
}

function questions(reader: EmailReader): string {
  return reader.shop.contactEmail === null ? "" : writing(reader).t("paid.questions");
}
