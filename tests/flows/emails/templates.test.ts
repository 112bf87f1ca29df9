import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import {
  type EmailSetting,
  listEmails,
  previewEmail,
  readEmail,
  resetTemplate,
  saveTemplate,
  turnEmail,
  variablesOf,
} from "#app/flows/emails/templates.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { emailTemplates } from "#app/store/schema/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { messageOf } from "#app/i18n/fault-words.ts";

const actor = { kind: "staff", id: "stf_1", name: "Tom", email: null } as const;
const now = new Date("2026-04-01T09:00:00Z");
const by = { actor, now };
const text = { language: "en", subject: "Your link for {shop}", body: "Hey {name}!\n\nThanks." } as const;

const english = (email: EmailSetting | Refusal) => {
  if (isRefusal(email)) throw new Error(email.reason.code);
  return email.texts.find((one) => one.language === "en");
};

const off = async (shop: ShopId) =>
  (await listEmails(shop)).filter((one) => !one.enabled).map((one) => one.id);

const errorsOf = (saved: EmailSetting | Refusal) =>
  isRefusal(saved) ? saved.errors.map(({ field, reason }) => `${field}: ${messageOf(reason)}`) : null;

describe("the text of an email", () => {
  it("is the store's own in its language, until it's reset, and each change is in the history", async () => {
    const { shopId } = await makeMerchant();
    const other = await makeMerchant();
    expect(english(await saveTemplate({ shop: { shopId }, ...by }, "sign_in", text))?.custom).toEqual({
      subject: text.subject,
      body: text.body,
    });
    await saveTemplate({ shop: { shopId }, ...by }, "sign_in", text);
    const preview = await previewEmail(shopId, "sign_in", { language: "en", change: null });
    expect(preview).toMatchObject({ text: expect.stringContaining("Hey Maya!\n\nThanks.") });
    const german = await previewEmail(shopId, "sign_in", { language: "de", change: null });
    expect(german).toMatchObject({ text: expect.stringContaining("hier ist dein Link") });
    expect(english(await readEmail(other.shopId, "sign_in"))?.custom).toBeNull();
    expect(english(await resetTemplate({ shop: other, ...by }, "sign_in", "en"))?.custom).toBeNull();
    expect(english(await readEmail(shopId, "sign_in"))?.custom).not.toBeNull();
    expect(english(await resetTemplate({ shop: { shopId }, ...by }, "sign_in", "en"))?.custom).toBeNull();
    await resetTemplate({ shop: { shopId }, ...by }, "sign_in", "en");
    const actions = (await listAudit(db(), shopId, { kind: "shop", id: shopId })).map(
      (event) => event.action,
    );
    expect(actions.filter((action) => action.startsWith("email-")).toSorted()).toEqual([
      "email-text-changed",
      "email-text-reset",
    ]);
  });

  it("is refused at its field and changes nothing", async () => {
    const { shopId } = await makeMerchant();
    const save = async (change: object) =>
      errorsOf(await saveTemplate({ shop: { shopId }, ...by }, "sign_in", { ...text, ...change }));
    const known = "Use {name}, {shop}, {validity}.";
    expect(await save({ subject: "Hi {link}" })).toEqual([
      `subject: {link} isn't a variable of this email. ${known}`,
    ]);
    expect(await save({ body: "Hi {name" })).toEqual(["body: Close every brace, as in {shop}."]);
    expect(await save({ body: "Hi {{name}}" })).toEqual(["body: Close every brace, as in {shop}."]);
    expect(await save({ subject: "Hi\r\nBcc: all@example.com" })).toEqual(["subject: Use one line only."]);
    expect(await save({ subject: " ", body: "\n" })).toEqual([
      "subject: Enter a subject.",
      "body: Enter text.",
    ]);
    expect(await save({ subject: "x".repeat(201), body: "x".repeat(10_001) })).toEqual([
      "subject: Use at most 200 characters.",
      "body: Use at most 10,000 characters.",
    ]);
    expect(await save({ subject: "Hi\u0000", body: "Hi \u202Eyou" })).toEqual([
      "subject: Remove special characters.",
      "body: Remove special characters.",
    ]);
    expect(
      errorsOf(
        await saveTemplate({ shop: { shopId }, ...by }, "payout_attention", { ...text, language: "de" }),
      ),
    ).toEqual(["language: This email is in English only."]);
    expect(await saveTemplate({ shop: { shopId }, ...by }, "constructor", text)).toMatchObject({
      refused: "not-found",
    });
    expect(await db().select().from(emailTemplates).where(eq(emailTemplates.shopId, shopId))).toEqual([]);
  });

  it("is no markup, and takes emoji", async () => {
    const { shopId } = await makeMerchant();
    const body = 'Hi 👩‍🚀 <b onclick="x">{name}</b>\nline & line\n\n<script>alert(1)</script>';
    await saveTemplate({ shop: { shopId }, ...by }, "sign_in", {
      ...text,
      subject: "<i>{shop}</i> 🎉",
      body,
    });
    const mail = await previewEmail(shopId, "sign_in", { language: "en", change: null });
    if (isRefusal(mail)) throw new Error(mail.reason.code);
    expect(mail.subject).toMatch(/^<i>.* 🎉$/);
    expect(mail.text).toContain('Hi 👩‍🚀 <b onclick="x">Maya</b>\nline & line');
    expect(mail.html).not.toMatch(/<script|<b[ >]/);
    expect(mail.html).toContain("line &amp; line");
    expect(mail.html).toContain("&lt;script&gt;");
  });

  it("is the usual one where a variable is gone", async () => {
    const { shopId } = await makeMerchant();
    await db()
      .insert(emailTemplates)
      .values({ shopId, kind: "sign_in", language: "en", subject: "Hi", body: "{gone}", updatedAt: now });
    expect(english(await readEmail(shopId, "sign_in"))).toMatchObject({
      custom: { body: "{gone}" },
      fits: false,
    });
    const mail = await previewEmail(shopId, "sign_in", { language: "en", change: null });
    expect(mail).toMatchObject({ text: expect.stringContaining("here's your link") });
  });
});

describe("a preview", () => {
  it("has samples that fit the email", async () => {
    const { shopId } = await makeMerchant();
    const textOf = async (kind: string) => {
      const mail = await previewEmail(shopId, kind, { language: "en", change: null });
      if (isRefusal(mail)) throw new Error(mail.reason.code);
      return `${mail.subject} ${mail.text}`;
    };
    expect(await textOf("application_approved")).toContain("Welcome aboard!");
    expect(await textOf("application_declined")).not.toContain("Welcome aboard!");
    expect(await textOf("claim_declined")).not.toContain("Welcome aboard!");
    expect(await textOf("terms_better")).toContain("10% → 12%");
    expect(await textOf("terms_lower")).toContain("12% → 10%");
    expect(await textOf("claim_received")).toContain("2 new claims from Maya Lin and Jo Park.");
    const sample = variablesOf("fraud_flag", "en").find(({ name }) => name === "news")?.sample;
    expect(sample).toBe("2 new fraud flags");
  });
});

describe("an email that is turned off", () => {
  it("is off with its digest, and on again", async () => {
    const { shopId } = await makeMerchant();
    const other = await makeMerchant();
    await turnEmail({ shop: { shopId }, ...by }, "sale_digest", false);
    expect(await off(shopId)).toEqual(["sale", "sale_digest"]);
    expect(await off(other.shopId)).toEqual([]);
    await turnEmail({ shop: { shopId }, ...by }, "sale", true);
    expect(await off(shopId)).toEqual([]);
  });

  it("is never an essential one", async () => {
    const { shopId } = await makeMerchant();
    expect(errorsOf(await turnEmail({ shop: { shopId }, ...by }, "sign_in", false))).toEqual([
      "enabled: This email can't be turned off. It has a link that people need.",
    ]);
  });
});
