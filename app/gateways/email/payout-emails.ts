import { methodName } from "#app/i18n/method-words.ts";
import type { Money } from "#app/domain/money.ts";
import type { MaskedAccount } from "#app/domain/payouts/details.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import type { ReasonCount } from "#app/domain/payouts/eligible.ts";
import type { SectionStateDetails } from "#app/domain/payouts/section-state.ts";
import { nextStepWords, sectionReasonWords, skippedWords } from "#app/i18n/payout-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { type EmailReader, writeEmail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** Tells a shop that an affiliate changed their payout details. Replies go to the affiliate. */
export async function detailsChangedMail(
  reader: EmailReader & { readonly timeZone: string },
  of: {
    readonly affiliate: { readonly name: string; readonly email: string };
    readonly before: MaskedAccount;
    readonly after: MaskedAccount;
    readonly from: Date;
    readonly link: string;
  },
): Promise<Mail | null> {
  const { account, formats } = writing(reader);
  const values = {
    affiliate: of.affiliate.name,
    account: account(of.after),
    account_before: account(of.before),
    date: formats.dateTime(of.from, reader.timeZone),
  };
  const email = await writeEmail(reader, "details_changed_shop", { values, link: of.link });
  return email && { ...email, replyTo: of.affiliate.email };
}

/** Tells an affiliate that new payout details were confirmed, and when they take effect. */
export async function ownDetailsChangedMail(
  reader: EmailReader & { readonly timeZone: string },
  of: {
    readonly before: MaskedAccount | null;
    readonly after: MaskedAccount;
    readonly from: Date;
    readonly link: string;
  },
): Promise<Mail | null> {
  const { t, account, formats } = writing(reader);
  const values = {
    account: account(of.after),
    replaced: of.before === null ? "" : t("details.replaced", { account: account(of.before) }),
    date: formats.dateTime(of.from, reader.timeZone),
  };
  return await writeEmail(reader, "details_changed", { values, link: of.link });
}

/** Tells an affiliate that the store ended the waiting period of their new payout details. */
export async function detailsUsedEarlyMail(
  reader: EmailReader,
  of: {
    readonly before: MaskedAccount | null;
    readonly after: MaskedAccount;
    readonly link: string;
  },
): Promise<Mail | null> {
  const { t, account } = writing(reader);
  const replaced = of.before === null ? "" : t("details.replaced", { account: account(of.before) });
  return await writeEmail(reader, "details_used_early", {
    values: { account: account(of.after), replaced },
    link: of.link,
  });
}

/** Tells an affiliate that money waits for their payout details. */
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
  readonly method: PayoutMethod;
  /** "12.50 USD". */
  readonly amount: string;
  readonly details: SectionStateDetails;
  /** Affiliates whom this scheduled payout skipped, with reasons and a link to their list, or null. */
  readonly skipped: {
    readonly count: number;
    readonly reasons: readonly ReasonCount[];
    readonly link: string;
  } | null;
};

/** Tells a merchant that a payout waits for them. */
export async function payoutWaitsMail(
  reader: EmailReader,
  section: WaitingSection,
  link: string,
): Promise<Mail | null> {
  const { method, amount, details, skipped } = section;
  const { state, reason, next } = details;
  const values = {
    method: methodName(method),
    amount,
    state: merchantTexts("badges")(`states.section.${state}`).toLowerCase(),
    next: sectionReasonWords(reason),
    skipped: skipped ? skippedLine(skipped) : "",
  };
  const label = next ? nextStepWords(next, reason) : merchantTexts("payouts")("next.view");
  return await writeEmail(reader, "payout_attention", { values, link, label });
}

function skippedLine({ count, reasons, link }: NonNullable<WaitingSection["skipped"]>): string {
  return merchantTexts("payouts")("skipped.email", { count, reasons: skippedWords(reasons), link });
}

/** A negative amount that a payment deducts. */
type Deduction = {
  readonly amount: Money;
  /** Name of the refunded order. Null for another reason. */
  readonly refunded: string | null;
};

type PaymentEmail = {
  readonly amount: Money;
  readonly method: PayoutMethod;
  /** Masked account. '' if unknown. */
  readonly receiver: string;
  /** Number of commissions that it pays. */
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
    questions: questionsText(reader),
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

/** Tells an affiliate that a payment waits for them at PayPal, and how to claim it. */
export async function unclaimedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail | null> {
  const { receiver, link } = payment;
  const values = { amount: writing(reader).amounts([payment.amount]), account: receiver };
  return await writeEmail(reader, "unclaimed", { values, link });
}

/** Tells an affiliate that a payment didn't arrive, and how to fix it. */
export async function returnedMail(reader: EmailReader, payment: PaymentEmail): Promise<Mail | null> {
  const { t, amounts, shop } = writing(reader);
  const amount = amounts([payment.amount]);
  const account = payment.receiver === "" ? "none" : payment.receiver;
  const values = {
    amount,
    returned: t("returned.text", { shop, amount, account }),
    questions: questionsText(reader),
  };
  return await writeEmail(reader, "returned", { values, link: payment.link });
}

function questionsText(reader: EmailReader): string {
  return reader.shop.contactEmail === null ? "" : writing(reader).t("paid.questions");
}
