import { describe, expect, it } from "vitest";
import { confirmDetailsMail, invitationMail, signInMail } from "#app/gateways/email/application-emails.ts";

const reader = {
  name: "<b>Zoë</b>",
  email: "zoe@example.com",
  language: "en",
  settingsLink: null,
  shop: {
    name: 'Mugs & "More"',
    contactEmail: "shop@example.com",
    templates: [],
    off: [],
    logo: null,
    shopId: "shp_1",
  },
} as const;
const link = "https://app.example/portal/accept#token=shp_1.a&b";

describe("emails with a single-use link", () => {
  it.each([
    ["invitation", invitationMail(reader, { link, days: 14, kind: "invitation" }), "within 14 days"],
    ["sign-in", signInMail(reader, { link, minutes: 30 }), "within 30 minutes"],
    [
      "confirmation",
      confirmDetailsMail(reader, { link, account: { method: "paypal", masked: "z…@p.example" }, hours: 24 }),
      "within 24 hours",
    ],
  ])("the %s says the same as text and as HTML, and names stay text", async (_kind, written, holds) => {
    const mail = (await written) ?? undefined;
    expect(mail).toMatchObject({ to: "zoe@example.com", replyTo: "shop@example.com" });
    expect(mail?.subject).toContain('Mugs & "More"');
    expect(mail?.text).toContain(link);
    expect(mail?.text).toContain(holds);
    expect(mail?.html).toContain(holds);
    expect(mail?.html).not.toContain("<b>");
    expect(mail?.html).toContain('href="https://app.example/portal/accept#token=shp_1.a&amp;b"');
    expect(mail?.unsubscribe).toBeUndefined();
  });

  it("are written in the reader's language", async () => {
    const mail = await invitationMail(
      { ...reader, name: "Zoë", language: "de" },
      { link, days: 1, kind: "invitation" },
    );
    expect(mail?.subject).toBe('Mugs & "More" lädt dich ein, Affiliate zu werden');
    expect(mail?.text).toContain("Der Link gilt einmal und 1 Tag lang.");
    expect(mail?.text).toContain('Du bekommst diese E-Mail, weil Mugs & "More" dich eingeladen hat.');
    expect(mail?.html).toContain('lang="de"');
  });
});
