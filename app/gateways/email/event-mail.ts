import type { Language } from "#app/domain/languages.ts";
import { type Money, sumMoney, toDecimal } from "#app/domain/money.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { localeIn } from "#app/i18n/languages.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { renderEmail } from "./layout.ts";
import type { Mail } from "./mail.ts";

export type EmailReader = {
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  /** Changes how often such emails come, without signing in; null for emails that are always sent. */
  readonly settingsLink: string | null;
  readonly shop: {
    readonly name: string;
    readonly contactEmail: string | null;
  };
};

/** Texts and formats in the reader's language. */
export function writing({ language, name, shop }: EmailReader) {
  const locale = localeIn(language, []);
  const formats = formatsIn(locale);
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const money = ({ minor, currency }: Money) =>
    formats.money({ amount: toDecimal({ minor, currency }), currencyCode: currency });
  return {
    t: textsIn(language, "emails"),
    formats,
    money,
    /** Without the year where it is the present one. */
    day: (at: Date, { timeZone, now }: { readonly timeZone: string; readonly now: Date }) => {
      const yearOf = new Intl.DateTimeFormat("en", { year: "numeric", timeZone });
      const year = yearOf.format(at) === yearOf.format(now) ? {} : ({ year: "numeric" } as const);
      return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", ...year, timeZone }).format(
        at,
      );
    },
    and: (texts: readonly string[]) => list.format(texts),
    amounts: (all: readonly Money[]) => list.format(totals(all).map(money)),
    shop: shop.name,
    name,
  };
}

/** One sum per currency. */
function totals(all: readonly Money[]): Money[] {
  const currencies = [...new Set(all.map((one) => one.currency))];
  return currencies.map((currency) =>
    sumMoney(
      all.filter((one) => one.currency === currency),
      currency,
    ),
  );
}

type Written = {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly label: string;
  readonly link: string;
  /** Why the reader gets it, where it isn't as an affiliate. */
  readonly reason?: string;
};

/** Puts an email together. */
export async function mailOf(
  { language, email, settingsLink, shop }: EmailReader,
  { subject, lines, label, link, reason }: Written,
): Promise<Mail> {
  const t = textsIn(language, "emails");
  const footer = {
    reason: reason ?? t("footer.reason", { shop: shop.name }),
    settings: settingsLink === null ? null : { label: t("footer.settings"), link: settingsLink },
  };
  const parts = await renderEmail({ language, shopName: shop.name, lines, button: { label, link }, footer });
  const mail = { to: email, subject, ...parts, replyTo: shop.contactEmail };
  return settingsLink === null ? mail : { ...mail, unsubscribe: settingsLink };
}
