import { Body, Button, Container, Head, Hr, Html, Img, Link, render, Text } from "@react-email/components";
import { createElement, type ReactNode } from "react";
import {
  type EmailShop,
  type EmailTemplate,
  fillTemplate,
  isOn,
  customTemplate,
  sampleOf,
} from "#app/domain/emails/template.ts";
import { type EmailKind, type EmailValues, isMerchantEmail } from "#app/domain/emails/kinds.ts";
import { emailVariables, type VariableName } from "#app/domain/emails/variables.ts";
import { greetingName } from "#app/domain/affiliate.ts";
import type { Language } from "#app/domain/languages.ts";
import { logoPath } from "#app/domain/logo-image.ts";
import type { MaskedAccount } from "#app/domain/payouts/details.ts";
import { type Money, sumMoney, toDecimal } from "#app/domain/money.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { localeIn } from "#app/i18n/languages.ts";
import { merchantFooter, merchantTemplates } from "#app/i18n/merchant-templates.ts";
import { merchantTexts, messageIn, textsIn } from "#app/i18n/texts.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

export type EmailReader = {
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  /**
   * Link to change how often such emails are sent, without signing in. Null for emails that are always sent.
   */
  readonly settingsLink: string | null;
  readonly shop: EmailShop;
};

/** Texts and formats in the reader's language. */
export function writing({ language, shop }: EmailReader) {
  const locale = localeIn(language, []);
  const formats = formatsIn(locale);
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const money = ({ minor, currency }: Money) =>
    formats.money({ amount: toDecimal({ minor, currency }), currencyCode: currency });
  const t = textsIn(language, "emails");
  const states = textsIn(language, "states");
  return {
    t,
    formats,
    money,
    /** Without the year if it is the current one. */
    day: (at: Date, { timeZone, now }: { readonly timeZone: string; readonly now: Date }) => {
      const yearOf = new Intl.DateTimeFormat("en", { year: "numeric", timeZone });
      const year = yearOf.format(at) === yearOf.format(now) ? {} : ({ year: "numeric" } as const);
      return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", ...year, timeZone }).format(
        at,
      );
    },
    /** "November 2026". */
    month: (month: string) =>
      new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    /** "PayPal, m…@example.com". */
    account: ({ method, masked }: MaskedAccount) => `${states(`method.${method}`)}, ${masked}`,
    and: (texts: readonly string[]) => list.format(texts),
    amounts: (all: readonly Money[]) => list.format(totals(all).map(money)),
    days: (count: number) => t("validity.days", { count }),
    hours: (count: number) => t("validity.hours", { count }),
    minutes: (count: number) => t("validity.minutes", { count }),
    shop: shop.name,
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

/** The default text of a kind of email, and the label of its button. */
export function usualText(kind: EmailKind, language: Language): EmailTemplate & { readonly button: string } {
  if (isMerchantEmail(kind)) return merchantTemplates[kind];
  return {
    subject: messageIn(language, "templates", `affiliate.${kind}.subject`),
    body: messageIn(language, "templates", `affiliate.${kind}.body`),
    button: messageIn(language, "templates", `affiliate.${kind}.button`),
  };
}

type EmailParts<Kind extends EmailKind> = {
  readonly values: EmailValues<Kind>;
  /** Target of the button. */
  readonly link: string;
  /** Label of the button, if it depends on the case. */
  readonly label?: string;
};

/** Writes an email of a kind. Null if the store turned it off. */
export async function writeEmail<Kind extends EmailKind>(
  { name, language, email, settingsLink, shop }: EmailReader,
  kind: Kind,
  { values, link, label }: EmailParts<Kind>,
): Promise<Mail | null> {
  if (!isOn(shop, kind)) return null;
  const { button, ...usual } = usualText(kind, language);
  const { subject, paragraphs } = fillTemplate(customTemplate(shop, kind, language) ?? usual, {
    ...values,
    name: greetingName(name),
    shop: shop.name,
  });
  const t = textsIn(language, "emails");
  const parts = await renderEmail({
    language,
    sender: isMerchantEmail(kind) ? merchantTexts("frame")("app") : shop.name,
    logo: isMerchantEmail(kind) ? null : logoOf(shop),
    paragraphs,
    button: { label: label ?? button, link },
    footer: {
      reason: reasonOf(kind, language, shop.name),
      settings: settingsLink === null ? null : { label: t("footer.settings"), link: settingsLink },
    },
  });
  const mail = { to: email, subject, ...parts, replyTo: shop.contactEmail };
  return settingsLink === null ? mail : { ...mail, unsubscribe: settingsLink };
}

/** An email with sample values, even if it is turned off. */
export async function previewMail(shop: EmailShop, kind: EmailKind, language: Language): Promise<Mail> {
  const names = Object.keys(emailVariables) as VariableName[];
  const samples = Object.fromEntries(names.map((name) => [name, sampleOf(kind, name, language)]));
  const reader = {
    name: samples["name"] ?? "",
    email: "",
    language,
    settingsLink: null,
    shop: { ...shop, off: [] },
  };
  const email = await writeEmail(reader, kind, {
    // Every variable has a sample.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    values: samples as EmailValues<EmailKind>,
    link: appAddress("/"),
  });
  if (email === null) throw new Error("A preview was turned off");
  return email;
}

const applicantKinds: ReadonlySet<EmailKind> = new Set([
  "application_confirm",
  "application_received",
  "application_waiting",
  "application_too_early",
  "application_declined",
] as const);

const logoHeight = 40;
const mostLogoWidth = 280;

/** Address of a logo, and its display size. */
function logoOf({ shopId, logo }: EmailShop) {
  if (!logo) return null;
  const scale = Math.min(logoHeight / logo.height, mostLogoWidth / logo.width);
  return {
    address: appAddress(logoPath(shopId, logo.hash)),
    width: Math.max(1, Math.round(logo.width * scale)),
    height: Math.max(1, Math.round(logo.height * scale)),
  };
}

const invitationKinds: ReadonlySet<EmailKind> = new Set(["invitation", "invitation_reminder"]);

/** Reason for which the reader gets the email. */
function reasonOf(kind: EmailKind, language: Language, shop: string): string {
  const t = textsIn(language, "emails");
  if (isMerchantEmail(kind)) return merchantFooter.replace("{shop}", () => shop);
  if (invitationKinds.has(kind)) return t("footer.invited", { shop });
  return applicantKinds.has(kind) ? t("footer.applicant", { shop }) : t("footer.affiliate", { shop });
}

type EmailContent = {
  readonly language: Language;
  readonly sender: string;
  /** Shown instead of the sender's name. */
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null;
  /** Line breaks are kept. */
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly link: string };
  readonly footer: {
    readonly reason: string;
    readonly settings: { readonly label: string; readonly link: string } | null;
  };
};

/** Clients without media queries keep the light colors. The body's table cell repeats the body's own. */
const darkMode = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #1a1a1a !important; }
  .card { background-color: #262626 !important; }
  .text { color: #f0f0f0 !important; }
  .quiet { color: #b5b5b5 !important; }
  .button { background-color: #f0f0f0 !important; color: #1a1a1a !important; }
}`;

const fontFamily = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const text = { color: "#303030", fontSize: "16px", lineHeight: "24px", overflowWrap: "anywhere" } as const;

/** Renders an email in the store's name: one column, one button, and a plain-text part with the same text. */
export async function renderEmail(content: EmailContent): Promise<{ html: string; text: string }> {
  const element = emailElement(content);
  return { html: await render(element), text: plainText(content) };
}

function plainText({ paragraphs, button, footer, sender }: EmailContent): string {
  const settings = footer.settings === null ? [] : [`${footer.settings.label}: ${footer.settings.link}`];
  return [...paragraphs, `${button.label}: ${button.link}`, sender, footer.reason, ...settings].join("\n\n");
}

function emailElement({ language, sender, logo, paragraphs, button, footer }: EmailContent) {
  const texts = paragraphs.map((paragraph, key) =>
    createElement(Text, { key, className: "text", style: text }, ...withBreaks(paragraph)),
  );
  return createElement(
    Html,
    { lang: language },
    createElement(
      Head,
      null,
      createElement("meta", { name: "color-scheme", content: "light dark" }),
      createElement("meta", { name: "supported-color-schemes", content: "light dark" }),
      // As children, React would escape the ">" of the selectors.
      createElement("style", { dangerouslySetInnerHTML: { __html: darkMode } }),
    ),
    createElement(
      Body,
      { className: "page", style: { backgroundColor: "#f1f1f1", fontFamily, margin: 0, padding: "16px" } },
      createElement(
        Container,
        {
          className: "card",
          style: { backgroundColor: "#ffffff", borderRadius: "12px", maxWidth: "600px", padding: "24px" },
        },
        heading(sender, logo),
        ...texts,
        createElement(
          Button,
          {
            className: "button",
            href: button.link,
            style: {
              backgroundColor: "#303030",
              borderRadius: "8px",
              color: "#ffffff",
              fontSize: "16px",
              padding: "12px 20px",
            },
          },
          button.label,
        ),
        createElement(Hr, { style: { borderColor: "#8a8a8a", margin: "24px 0 16px" } }),
        createElement(
          Text,
          {
            className: "quiet",
            style: { color: "#616161", fontSize: "13px", lineHeight: "20px", margin: 0 },
          },
          `${footer.reason} `,
          footer.settings &&
            createElement(
              Link,
              {
                className: "quiet",
                href: footer.settings.link,
                style: { color: "#616161", textDecoration: "underline" },
              },
              footer.settings.label,
            ),
        ),
      ),
    ),
  );
}

/** Keeps a dark logo without a background visible in dark mode. */
const logoStyle = {
  backgroundColor: "#ffffff",
  borderRadius: "4px",
  margin: "0 0 16px",
} as const;

function heading(sender: string, logo: EmailContent["logo"]) {
  if (logo !== null) {
    const { address, width, height } = logo;
    return createElement(Img, { src: address, alt: sender, width, height, style: logoStyle });
  }
  return createElement(
    Text,
    { className: "text", style: { ...text, fontSize: "20px", fontWeight: 600, margin: "0 0 16px" } },
    sender,
  );
}

function withBreaks(paragraph: string): ReactNode[] {
  return paragraph
    .split("\n")
    .flatMap((line, index) => (index === 0 ? [line] : [createElement("br", { key: index }), line]));
}
