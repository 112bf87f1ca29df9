import { expect, it } from "vitest";
import { invitationMail, signInMail } from "#app/gateways/email/portal-mails.ts";

const about = {
  to: { name: "<b>Zoë</b>", email: "zoe@example.com" },
  shop: { name: 'Mugs & "More"', contactEmail: "shop@example.com" },
  link: "https://app.example/portal/accept#token=shp_1.a&b",
};

it.each([
  ["invitation", invitationMail(about, 14), "14 days"],
  ["sign-in", signInMail(about, 30), "30 minutes"],
])("the %s says the same as text and as HTML, and what others chose stays text", (_kind, mail, holds) => {
  expect(mail).toMatchObject({ to: "zoe@example.com", replyTo: "shop@example.com" });
  expect(mail.subject).toContain('Mugs & "More"');
  expect(mail.text).toContain(about.link);
  expect(mail.text).toContain(holds);
  expect(mail.html).toContain(holds);
  const page = mail.html;
  expect(page).not.toContain("<b>");
  expect(page).toContain('href="https://app.example/portal/accept#token=shp_1.a&#38;b"');
});
