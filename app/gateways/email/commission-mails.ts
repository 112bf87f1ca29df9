import type { Money } from "#app/domain/money.ts";
import { type EmailReader, mailOf, writing } from "./event-mail.ts";
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
  const { t, formats, amounts, shop, name } = writing(reader);
  const [sale] = sales;
  const total = amounts(sales.map((one) => one.amount));
  const subject = t("sale.subject", { amount: total, shop });
  if (!sale || sales.length > 1) {
    const line = t("sale.digest", { name, count: sales.length, amounts: total });
    return await mailOf(reader, { subject, lines: [line], label: t("sale.digestButton"), link: listLink });
  }
  const values = { name, order: sale.order, amount: total };
  const line = sale.isByLink ? t("sale.byLink", values) : t("sale.byOther", values);
  const { approval } = sale;
  const lines: string[] = [line];
  if (approval === "review") lines.push(t("sale.reviewed", { shop }));
  else if (approval !== "none") {
    lines.push(t("sale.approvedBy", { date: formats.date(approval, reader.timeZone) }));
  }
  return await mailOf(reader, { subject, lines, label: t("sale.button"), link: sale.link });
}

/** Tells an affiliate that commissions are approved, and their balance. */
export async function approvedMail(
  reader: EmailReader,
  approved: readonly OrderEmail[],
  { balances, link }: { readonly balances: readonly Money[]; readonly link: string },
): Promise<Mail> {
  const { t, amounts, name } = writing(reader);
  const [first] = approved;
  const total = amounts(approved.map((one) => one.amount));
  const balance = amounts(balances);
  const isOne = first && approved.length === 1;
  const count = approved.length;
  return await mailOf(reader, {
    subject: isOne
      ? t("approved.subject", { amount: total })
      : t("approved.digestSubject", { count, amounts: total }),
    lines: [
      isOne
        ? t("approved.text", { name, order: first.order, balance })
        : t("approved.digest", { name, count, amounts: total, balance }),
    ],
    label: t("approved.button"),
    link,
  });
}

export type ReversalCause = "refunded" | "canceled" | "disputed" | "declined" | "reassigned" | "changed";

export type Reversal = OrderEmail & { readonly remaining: Money; readonly cause: ReversalCause };

/** Tells an affiliate that commissions were reversed, and why. */
export async function reversedMail(
  reader: EmailReader,
  reversals: readonly Reversal[],
  listLink: string,
): Promise<Mail> {
  const { t, amounts, shop, name } = writing(reader);
  const [first] = reversals;
  const count = reversals.length;
  const total = amounts(reversals.map((one) => one.amount));
  if (!first || count > 1) {
    return await mailOf(reader, {
      subject: t("reversed.digestSubject", { count }),
      lines: [t("reversed.digest", { name, count, amounts: total })],
      label: t("reversed.digestButton"),
      link: listLink,
    });
  }
  const { order } = first;
  const causes: Readonly<Record<ReversalCause, () => string>> = {
    refunded: () => t("reversed.refunded", { name, order }),
    canceled: () => t("reversed.canceled", { name, order }),
    disputed: () => t("reversed.disputed", { name, order }),
    declined: () => t("reversed.declined", { name, order, shop }),
    reassigned: () => t("reversed.reassigned", { name, order, shop }),
    changed: () => t("reversed.changed", { name, order }),
  };
  return await mailOf(reader, {
    subject: t("reversed.subject", { order }),
    lines: [
      causes[first.cause](),
      t("reversed.amount", { amount: total, remaining: amounts([first.remaining]) }),
    ],
    label: t("reversed.button"),
    link: first.link,
  });
}
