import { expect, it } from "vitest";
import { renderEmail } from "#app/gateways/email/event-mail.ts";

const content = {
  language: "en",
  sender: "Demo Store",
  logo: { address: "https://app.example/logos/1/2", width: 120, height: 32 },
  paragraphs: ["Hi Maya"],
  button: { label: "View order", link: "https://app.example/portal" },
  footer: { reason: "You get this because you're an affiliate.", settings: null },
} as const;

it("darkens the body and its table cell, which has the body's light color too", async () => {
  const { html } = await renderEmail(content);
  expect(html).toMatch(
    /<body class="page"[^>]*>(?:<!--\$-->)?<table[^>]*><tbody><tr><td style="background-color:#f1f1f1/,
  );
  expect(html).toContain(".page, .page > table > tbody > tr > td { background-color: #1a1a1a !important; }");
});

it("keeps a light plate behind the logo", async () => {
  const { html } = await renderEmail(content);
  expect(html).toMatch(/<img alt="Demo Store"[^>]*style="[^"]*background-color:#ffffff/);
});
