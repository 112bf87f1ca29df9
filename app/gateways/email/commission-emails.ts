import { type Money, WHOLE_BPS } from "#app/domain/money.ts";
import type { DetailsMethod } from "#app/domain/payouts/details.ts";
import type { NextTier } from "#app/domain/terms/next-tier.ts";
import { payText } from "./activity-emails.ts";
import { type EmailReader, writeEmail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

type OrderEmail = {
  readonly order: string;
  readonly amount: Money;
  readonly link: string;
};

export type Sale = OrderEmail & {
  readonly isByLink: boolean;
  /** The percentages of the commission. Empty if none explain it. */
  readonly parts: readonly { readonly rateBps: number; readonly eligible: Money }[];
  /** When it is approved automatically; `review` if the store decides, `none` if it is approved already. */
  readonly approval: Date | "review" | "none";
  /** The affiliate's next tier in the order's program. */
  readonly tier: (NextTier & { readonly ruleName: string | null }) | null;
};

type DatedReader = EmailReader & { readonly timeZone: string; readonly now: Date };

/** Tells an affiliate about one or many sales. `listLink` leads to all orders. */
export async function saleMail(
  reader: DatedReader,
  sales: readonly Sale[],
  listLink: string,
): Promise<Mail | null> {
  const { t, formats, amounts } = writing(reader);
  const [sale] = sales;
  const amount = amounts(sales.map((one) => one.amount));
  if (!sale || sales.length > 1) {
    const values = { count: formats.count(sales.length), amount };
    return await writeEmail(reader, "sale_digest", { values, link: listLink });
  }
  const { order, isByLink, tier, link } = sale;
  const parts = partsText(reader, sale.parts);
  const values = {
    order,
    amount,
    source: isByLink ? t("sale.byLink", { order }) : t("sale.byOther", { order }),
    commission: parts === "" ? amount : t("sale.amountOf", { amount, parts }),
    approval: approvalText(reader, sale.approval),
    tier: tier ? tierText(reader, tier) : "",
  };
  return await writeEmail(reader, "sale", { values, link });
}

function approvalText(reader: DatedReader, approval: Sale["approval"]): string {
  const { t, day, shop } = writing(reader);
  if (approval === "none") return "";
  return approval === "review"
    ? t("sale.reviewed", { shop })
    : t("sale.approvedBy", { date: day(approval, reader) });
}

const mostParts = 3;

/** "15% of $129.00", or several such parts. Empty if they are too many to read. */
function partsText(reader: EmailReader, parts: Sale["parts"]): string {
  const { t, formats, money, and } = writing(reader);
  if (parts.length > mostParts) return "";
  return and(
    parts.map(({ rateBps, eligible }) =>
      t("sale.part", { rate: formats.ratio(rateBps / WHOLE_BPS), eligible: money(eligible) }),
    ),
  );
}

/** Progress to the next tier: "$210.00 more this month and you earn 20%." */
function tierText(
  reader: EmailReader,
  { goal, reached, pay, period, ruleName }: NonNullable<Sale["tier"]>,
): string {
  const { t, money } = writing(reader);
  if (pay.kind === "none") return "";
  const left =
    goal.measure === "orders"
      ? t("tier.orders", { count: goal.count - reached.orders })
      : money({ minor: goal.amount.minor - reached.salesMinor, currency: goal.amount.currency });
  const earn = payText(reader, pay);
  const values = { left, pay: ruleName === null ? earn : t("tier.ofRule", { pay: earn, rule: ruleName }) };
  const lines = {
    month: () => t("tier.month", values),
    quarter: () => t("tier.quarter", values),
    year: () => t("tier.year", values),
    rolling: (days: number) => t("tier.rolling", { ...values, days }),
    ever: () => t("tier.ever", values),
  };
  if (period.kind === "calendar") return lines[period.unit]();
  return period.kind === "ever" ? lines.ever() : lines.rolling(period.days);
}

/** When and how an affiliate is paid next, or the reason why not yet. */
export type NextPayout =
  | { readonly kind: "due"; readonly day: string; readonly method: DetailsMethod }
  | { readonly kind: "details-missing" }
  | { readonly kind: "details-unconfirmed" }
  | { readonly kind: "minimum"; readonly minimum: Money }
  | { readonly kind: "unscheduled" };

type Balance = {
  readonly balances: readonly Money[];
  readonly next: NextPayout;
  readonly balanceLink: string;
  readonly detailsLink: string;
};

/** Tells an affiliate that commissions are approved, with their balance and the next payout. */
export async function approvedMail(
  reader: DatedReader,
  approved: readonly OrderEmail[],
  { balances, next, balanceLink, detailsLink }: Balance,
): Promise<Mail | null> {
  const { t, formats, amounts } = writing(reader);
  const [first] = approved;
  const values = {
    amount: amounts(approved.map((one) => one.amount)),
    balance: amounts(balances),
    next_payout: nextPayoutText(reader, next),
  };
  const button =
    next.kind === "details-missing"
      ? { label: t("approved.addDetails"), link: detailsLink }
      : { link: balanceLink };
  if (first && approved.length === 1) {
    return await writeEmail(reader, "approved", { values: { ...values, order: first.order }, ...button });
  }
  const count = formats.count(approved.length);
  return await writeEmail(reader, "approved_digest", { values: { ...values, count }, ...button });
}

function nextPayoutText(reader: DatedReader, next: NextPayout): string {
  const { t, day, money, shop } = writing(reader);
  switch (next.kind) {
    case "due": {
      // A day of the store's calendar. Its time of day doesn't matter here.
      const date = day(new Date(`${next.day}T12:00:00Z`), { timeZone: "UTC", now: reader.now });
      const methods = {
        paypal: () => t("approved.nextByPaypal", { date }),
        bank: () => t("approved.nextByBank", { date }),
        store_credit: () => t("approved.nextByCredit", { date }),
      };
      return methods[next.method]();
    }
    case "details-missing":
      return t("approved.detailsMissing");
    case "details-unconfirmed":
      return t("approved.detailsUnconfirmed");
    case "minimum":
      return t("approved.minimum", { minimum: money(next.minimum) });
    case "unscheduled":
    default:
      return t("approved.unscheduled", { shop });
  }
}

export type ReversalCause = "refunded" | "canceled" | "disputed" | "declined" | "reassigned" | "changed";

export type Reversal = OrderEmail & {
  readonly remaining: Money;
  readonly cause: ReversalCause;
  /** Why the merchant denied it; empty if they gave no reason. */
  readonly denial: string;
};

/** Tells an affiliate that commissions were reversed, and why. */
export async function reversedMail(
  reader: EmailReader,
  reversals: readonly Reversal[],
  listLink: string,
): Promise<Mail | null> {
  const { t, formats, amounts, shop } = writing(reader);
  const [first] = reversals;
  const amount = amounts(reversals.map((one) => one.amount));
  if (!first || reversals.length > 1) {
    const values = { count: formats.count(reversals.length), amount };
    return await writeEmail(reader, "reversed_digest", { values, link: listLink });
  }
  const { order, link, denial: reason } = first;
  const causes: Readonly<Record<ReversalCause, () => string>> = {
    refunded: () => t("reversed.refunded", { order }),
    canceled: () => t("reversed.canceled", { order }),
    disputed: () => t("reversed.disputed", { order }),
    declined: () =>
      reason === ""
        ? t("reversed.declined", { order, shop })
        : t("reversed.declinedFor", { order, shop, reason }),
    reassigned: () => t("reversed.reassigned", { order, shop }),
    changed: () => t("reversed.changed", { order }),
  };
  const values = { order, amount, cause: causes[first.cause](), remaining: amounts([first.remaining]) };
  return await writeEmail(reader, "reversed", { values, link });
}
