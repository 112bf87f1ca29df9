import type { Money } from "#app/domain/money.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { type EmailReader, writeEmail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** Tells a shop that money of an affiliate is to go elsewhere. An answer goes to the affiliate. */
export async function detailsChangedMail(
  reader: EmailReader & { readonly timeZone: string },
  of: {
    readonly affiliate: { readonly name: string; readonly email: string };
    readonly before: string;
    readonly after: string;
    readonly from: Date;
    readonly link: string;
  },
): Promise<Mail | null> {
  const values = {
    affiliate: of.affiliate.name,
    account: of.after,
    account_before: of.before,
    date: writing(reader).formats.dateTime(of.from, reader.timeZone),
  };
  const mail = await writeEmail(reader, "details_changed_shop", { values, link: of.link });
  return mail && { ...mail, replyTo: of.affiliate.email };
}

/** Tells an affiliate that new payout details were confirmed, and from when they're used. */
export async function ownDetailsChangedMail(
  reader: EmailReader & { readonly timeZone: string },
  of: {
    readonly before: string | null;
    readonly after: string;
    readonly from: Date;
    readonly link: string;
  },
): Promise<Mail | null> {
  const { t, formats } = writing(reader);
  const values = {
    account: of.after,
    replaced: of.before === null ? "" : t("details.replaced", { account: of.before }),
    date: formats.dateTime(of.from, reader.timeZone),
  };
  return await writeEmail(reader, "details_changed", { values, link: of.link });
}

/** Tells an affiliate that the store ended the waiting period of their new payout details. */
export async function detailsUsedEarlyMail(
  reader: EmailReader,
  of: { readonly before: string | null; readonly after: string; readonly link: string },
): Promise<Mail | null> {
  const { t } = writing(reader);
  const replaced = of.before === null ? "" : t("details.replaced", { account: of.before });
  return await writeEmail(reader, "details_used_early", {
    values: { account: of.after, replaced },
    link: of.link,
  });
}

/** Tells an affiliate that money waits until they say where it goes. */
export async function detailsMissingMail(
  reader: EmailReader,
  { waiting, link }: { readonly waiting: readonly Money[]; readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "details_missing", {
    values: { amount: writing(reader).amounts(waiting) },
    link,
  });
}

/** Tells an affiliate who is paid by store credit that the store has no customer account for them. */
export async function customerMissingMail(
  reader: EmailReader,
  { email, link }: { readonly email: string; readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "customer_missing", {
    values: { email },
    link,
  });
}

export type WaitingSection = {
  readonly method: string;
  /** "12.50 USD". */
  readonly amount: string;
  readonly state: string;
  readonly reason: string;
  /** The words of the next step's button. */
  readonly step: string;
  /** Affiliates whom this scheduled payout skipped, with reasons and a link to their list, or null. */
  readonly skipped: { readonly count: number; readonly reasons: string; readonly link: string } | null;
};

/** Tells a merchant that a section of a payout waits for them. */
export async function payoutWaitsMail(
  reader: EmailReader,
  section: WaitingSection,
  link: string,
): Promise<Mail | null> {
  const { method, amount, state, reason, step, skipped } = section;
  const values = {
    method,
    amount,
    state: state.toLowerCase(),
    next: reason,
    skipped: skipped ? skippedLine(skipped) : "",
  };
  return await writeEmail(reader, "payout_attention", { values, link, label: step });
}

function skippedLine({ count, reasons, link }: NonNullable<WaitingSection["skipped"]>): string {
  const who = count === 1 ? "1 affiliate was" : `${count} affiliates were`;
  return `${who} skipped: ${reasons}. View them: ${link}`;
}

/** An amount below zero that a payment deducts. */
type Deduction = {
  readonly amount: Money;
  /** Name of the order that was refunded; null where something else is the reason. */
  readonly refunded: string | null;
};

type PaymentEmail = {
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
    manual: () => t("paid.manual", { amount, shop }),
  };
  const values = {
    amount,
    payment: texts[payment.method](),
    covers: commissions > 0 ? t("paid.covers", { count: commissions }) : "",
    deducted: deductedText(reader, deductions),
    questions: questions(reader),
  };
  return await writeEmail(reader, "paid", { values, link });
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
  return await writeEmail(reader, "unclaimed", { values, link });
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
  return await writeEmail(reader, "returned", { values, link: payment.link });
}

function questions(reader: EmailReader): string {
  return reader.shop.contactEmail === null ? "" : writing(reader).t("paid.questions");
}
