import { escapeHtml, type Mail } from "./mail.ts";

type About = {
  /** Name and address of the affiliate. */
  readonly to: { readonly name: string; readonly email: string };
  /** The shop as affiliates know it, and where an answer goes. */
  readonly shop: { readonly name: string; readonly contactEmail: string | null };
  /** Address with the single-use token in its fragment, which no server's log ever sees. */
  readonly link: string;
};

type Words = {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly button: string;
  readonly end: string;
};

/** Tells an affiliate that a shop invites them. `days` is how long the link holds. */
export function invitationMail(about: About, days: number): Mail {
  const { name } = about.shop;
  return compose(about, {
    subject: `${name} invites you to become an affiliate`,
    lines: [
      `${name} invites you to its affiliate program. You get a link of your own and earn a commission when someone buys through it.`,
      "Accept the invitation to see your link:",
    ],
    button: "Accept invitation",
    end: `The link works once and for ${days} days. If you do not want to take part, you need not do anything.`,
  });
}

/** Gives an affiliate the way into their page. `minutes` is how long the link holds. */
export function signInMail(about: About, minutes: number): Mail {
  const { name } = about.shop;
  return compose(about, {
    subject: `Sign in to your affiliate page at ${name}`,
    lines: [`Here is your link to sign in to your affiliate page at ${name}:`],
    button: "Sign in",
    end: `The link works once and for ${minutes} minutes. If you did not ask for it, you need not do anything.`,
  });
}

function compose({ to, shop, link }: About, words: Words): Mail {
  const greeting = `Hello ${to.name},`;
  const text = [greeting, ...words.lines, link, words.end, shop.name].join("\n\n");
  const button = `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#303030;color:#ffffff;text-decoration:none">${escapeHtml(words.button)}</a></p>`;
  const parts = [greeting, ...words.lines].map(paragraph);
  const html = [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:32rem;margin:0 auto;padding:16px">',
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
