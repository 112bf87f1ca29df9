import { escapeHtml } from "#app/domain/escape-html.ts";
import type { Language } from "#app/domain/languages.ts";
import type { Mail } from "./mail.ts";

/** Whom a letter is written to, and in whose name. */
export type AboutLetter = {
  /** Name and address of who reads it. */
  readonly to: { readonly name: string; readonly email: string };
  /** The shop as affiliates know it, and where an answer goes. */
  readonly shop: { readonly name: string; readonly contactEmail: string | null };
  /** Where the button leads. */
  readonly link: string;
};

type Words = {
  /** English if left out. */
  readonly language?: Language;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly button: string;
  readonly end: string;
};

const greetings: Readonly<Record<Language, string>> = { en: "Hello", de: "Hallo" };

/** The one form of the app's letters: a greeting, what there is to say, one button, and what else to know. */
export function composeLetter({ to, shop, link }: AboutLetter, words: Words): Mail {
  const { language = "en" } = words;
  const greeting = `${greetings[language]} ${to.name},`;
  const text = [greeting, ...words.lines, link, words.end, shop.name].join("\n\n");
  const button = `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#303030;color:#ffffff;text-decoration:none">${escapeHtml(words.button)}</a></p>`;
  const parts = [greeting, ...words.lines].map(paragraph);
  const html = [
    `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;max-width:32rem;margin:0 auto;padding:16px">`,
    ...parts,
    button,
    paragraph(words.end),
    paragraph(shop.name),
    "</body></html>",
  ].join("\n");
  return { to: to.email, subject: words.subject, text, html, replyTo: shop.contactEmail };
}

function paragraph(line: string): string {
  return `<p>${escapeHtml(line)}</p>`;
}
