import { Body, Button, Container, Head, Hr, Html, Img, Link, render, Text } from "@react-email/components";
import { createElement, type ReactNode } from "react";
import type { Language } from "#app/domain/languages.ts";

type EmailContent = {
  readonly language: Language;
  readonly sender: string;
  /** Shown in place of the sender's name. */
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null;
  /** A line break in one is kept. */
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly link: string };
  readonly footer: {
    readonly reason: string;
    readonly settings: { readonly label: string; readonly link: string } | null;
  };
};

/** Clients that know no media queries keep the light colors. The body's table cell repeats the body's own. */
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

/** Renders an email in the store's name: one column, one button, and a plain-text part with the same words. */
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
      // As text, React would escape the ">" of the selectors.
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

/** A dark logo without a background of its own stays visible in dark mode. */
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
