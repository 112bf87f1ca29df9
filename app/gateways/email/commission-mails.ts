import type { Money } from "#app/domain/money.ts";
import { type EmailReader, writeMail, writing } from "./event-mail.ts";
import type { Mail } from "./mail.ts";

type OrderEmail = {
  readonly order: string;
  readonly amount: Money;
  readonly link: string;
};

export type Sale = OrderEmail & {
  readonly isByLink: boolean;
  /** When it is approved by itself, `review` where the store decides, `none` where it is approved already. */
  readonly approval: Date | "review" | "none";
};

/** Tells an affiliate about one sale, or about many at once. `listLink` leads to all orders. */
export async function saleMail(
  reader: EmailReader & { readonly timeZone: string },
  sales: readonly Sale[],
  listLink: string,
): Promise<Mail> {
  const { t, formats, amounts, shop } = writing(reader);
  const [sale] = sales;
  const amount = amounts(sales.map((one) => one.amount));
  if (!sale || sales.length > 1) {
    const values = { amount, count: formats.count(sales.length) };
    return await writeMail(reader, "sale_digest", { values, link: listLink });
  }
  const { order, approval, link } = sale;
  const approvals = {
    none: () => "",
    review: () => t("sale.reviewed", { shop }),
    date: (at: Date) => t("sale.approvedBy", { date: formats.date(at, reader.timeZone) }),
  };
  const values = {
    order,
    amount,
    source: sale.isByLink ? t("sale.byLink", { order }) : t("sale.byOther", { order }),
    approval: approval instanceof Date ? approvals.date(approval) : approvals[approval](),
  };
  return await writeMail(reader, "sale", { values, link });
}

/** Tells an affiliate that commissions are approved, and their balance. */
export async function approvedMail(
  reader: EmailReader,
  approved: readonly OrderEmail[],
  { balances, link }: { readonly balances: readonly Money[]; readonly link: string },
): Promise<Mail> {
  const { formats, amounts } = writing(reader);
  const [first] = approved;
  const amount = amounts(approved.map((one) => one.amount));
  const balance = amounts(balances);
  if (first && approved.length === 1) {
    return await writeMail(reader, "approved", { values: { order: first.order, amount, balance }, link });
  }
  const values = { count: formats.count(approved.length), amount, balance };
  return await writeMail(reader, "approved_digest", { values, link });
}

export type ReversalCause = "refunded" | "canceled" | "disputed" | "declined" | "reassigned" | "changed";

export type Reversal = OrderEmail & { readonly remaining: Money; readonly cause: ReversalCause };

/** Tells an affiliate that commissions were reversed, and why. */
export async function reversedMail(
  reader: EmailReader,
  reversals: readonly Reversal[],
  listLink: string,
): Promise<Mail> {
  const { t, formats, amounts, shop } = writing(reader);
  const [first] = reversals;
  const amount = amounts(reversals.map((one) => one.amount));
  if (!first || reversals.length > 1) {
    const values = { count: formats.count(reversals.length), amount };
    return await writeMail(reader, "reversed_digest", { values, link: listLink });
  }
  const { order, link } = first;
  const causes: Readonly<Record<ReversalCause, () => string>> = {
    refunded: () => t("reversed.refunded", { order }),
    canceled: () => t("reversed.canceled", { order }),
    disputed: () => t("reversed.disputed", { order }),
    declined: () => t("reversed.declined", { order, shop }),
    reassigned: () => t("reversed.reassigned", { order, shop }),
    changed: () => t("reversed.changed", { order }),
  };
  const values = { order, amount, cause: causes[first.cause](), remaining: amounts([first.remaining]) };
  return await writeMail(reader, "reversed", { values, link });
}
