import type { Money } from "#app/domain/money.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { type EmailReader, mailOf, writing } from "./event-mail.ts";
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
  const { t, amounts, shop, name } = writing(reader);
  const { receiver, commissions, deducted, link } = payment;
  const amount = amounts([payment.amount]);
  const account = receiver === "" ? "none" : receiver;
  const texts: Readonly<Record<PayoutMethod, () => string>> = {
    paypal: () => t("paid.paypal", { name, amount, account }),
    bank: () => t("paid.bank", { name, amount, account }),
    store_credit: () => t("paid.storeCredit", { name, amount, shop }),
    outside: () => t("paid.outside", { name, amount, shop }),
  };
  return await mailOf(reader, {
    subject: t("paid.subject", { shop, amount }),
    lines: [
      texts[payment.method](),
      ...(commissions > 0 ? [t("paid.covers", { count: commissions })] : []),
      ...(deducted.minor < 0n ? [t("paid.deducted", { amount: amounts([deducted]) })] : []),
      ...questions(reader),
    ],
    label: t("paid.button"),
    link,
  });
}

/** Tells an affiliate that a payment waits for them at PayPal, and how to get it. */
export async function unclaimedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail> {
  const { t, amounts, shop, name } = writing(reader);
  const amount = amounts([payment.amount]);
  const { receiver, link } = payment;
  return await mailOf(reader, {
    subject: t("unclaimed.subject", { amount, shop }),
    lines: [t("unclaimed.text", { name, shop, amount, receiver }), t("unclaimed.how"), t("unclaimed.later")],
    label: t("paid.button"),
    link,
  });
}

/** Tells an affiliate that a payment didn't arrive, and what to check. */
export async function returnedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail> {
  const { t, amounts, shop, name } = writing(reader);
  const amount = amounts([payment.amount]);
  const account = payment.receiver === "" ? "none" : payment.receiver;
  return await mailOf(reader, {
    subject: t("returned.subject", { amount }),
    lines: [t("returned.text", { name, shop, amount, account }), t("returned.how"), ...questions(reader)],
    label: t("returned.button"),
    link: payment.link,
  });
}

function questions(reader: EmailReader): string[] {
  return reader.shop.contactEmail === null ? [] : [writing(reader).t("paid.questions")];
}
