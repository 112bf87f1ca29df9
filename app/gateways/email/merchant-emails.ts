import type { EmailShop } from "#app/domain/emails/template.ts";
import type { Money } from "#app/domain/money.ts";
import { ruleName } from "#app/i18n/rule-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { writeEmail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** Emails to merchants are in English, as their screens are. */
const english = { language: "en", settingsLink: null } as const;

export type Merchant = { readonly email: string; readonly shop: EmailShop };

const readerOf = ({ email, shop }: Merchant) => ({ ...english, name: shop.name, email, shop });

/** Applications, claims or flags that wait for the merchant. */
export type MerchantNews = {
  readonly kind: "new_application" | "claim_received" | "fraud_flag";
  /** One name per item. Of flags, the kinds of their rules. */
  readonly names: readonly string[];
  readonly link: string;
};

const mostNames = 5;

/** Tells a merchant about new applications, claims or flags. Several are one email. */
export async function newsMail(
  merchant: Merchant,
  { kind, names, link }: MerchantNews,
): Promise<Mail | null> {
  const t = merchantTexts("emailWords");
  const named = kind === "fraud_flag" ? names.map(ruleName) : names;
  const shown = named.slice(0, mostNames);
  const more = names.length - shown.length;
  const values = {
    news: t(`news.${kind}`, { count: names.length }),
    names: writing(readerOf(merchant)).and(more === 0 ? shown : [...shown, t("news.more", { count: more })]),
  };
  return await writeEmail(readerOf(merchant), kind, { values, link });
}

export type WeekSummary = {
  readonly first: Date;
  readonly last: Date;
  readonly orders: number;
  readonly sales: readonly Money[];
  readonly commissions: readonly Money[];
  readonly newAffiliates: number;
  readonly applicationsWaiting: number;
  readonly toDo: number;
  readonly link: string;
};

/** Weekly summary for a merchant. Days are those of the store's calendar, at noon UTC. */
export async function weeklySummaryMail(merchant: Merchant, week: WeekSummary): Promise<Mail | null> {
  const reader = readerOf(merchant);
  const { formats, amounts } = writing(reader);
  const none = "0";
  const values = {
    week: `${formats.date(week.first, "UTC")} – ${formats.date(week.last, "UTC")}`,
    orders: formats.count(week.orders),
    sales: week.sales.length === 0 ? none : amounts(week.sales),
    commissions: week.commissions.length === 0 ? none : amounts(week.commissions),
    new_affiliates: formats.count(week.newAffiliates),
    applications_waiting: formats.count(week.applicationsWaiting),
    to_do: formats.count(week.toDo),
  };
  return await writeEmail(reader, "weekly_summary", { values, link: week.link });
}
