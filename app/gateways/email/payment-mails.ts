import type { Money } from "#app/domain/money.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { type EmailReader, writeMail, writing } from "./event-mail.ts";
import type { Mail } from "./mail.ts";

export type PaymentEmail = {
  readonly amount: Money;
  readonly method: PayoutMethod;
  /** Masked account; '' where nothing is known of it. */
  readonly receiver: string;
  /** How many commissions it pays. */
  readonly commissions: number;
  /** Sum that it deducts; zero or below. */
  readonly deducted: Money;
  readonly link: string;
};

/** Tells an affiliate that they were paid. */
export async function paidMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail> {
  const { t, amounts, shop } = writing(reader);
  const { receiver, commissions, deducted, link } = payment;
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
    deducted: deducted.minor < 0n ? t("paid.deducted", { amount: amounts([deducted]) }) : "",
    questions: questions(reader),
  };
  return await writeMail(reader, "paid", { values, link });
}

/** Tells an affiliate that a payment waits for them at PayPal, and how to get it. */
export async function unclaimedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail> {
  const { receiver, link } = payment;
  const values = { amount: writing(reader).amounts([payment.amount]), account: receiver };
  return await writeMail(reader, "unclaimed", { values, link });
}

/** Tells an affiliate that a payment didn't arrive, and what to check. */
export async function returnedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail> {
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
