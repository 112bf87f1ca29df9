import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { updateProgram, withdrawTerms } from "#app/flows/programs/update-program.ts";
import { eventEmails } from "#app/store/schema/emails.ts";
import { db } from "#app/platform/db.server.ts";
import { listMemberships } from "#app/store/affiliates.ts";
import { findShop } from "#app/store/shops.ts";
import { action as acceptTerms } from "../../../app/routes/portal/accept-terms.ts";
import { loader } from "../../../app/routes/portal/terms.tsx";
import { postAccept, postSignIn } from "../../support/affiliate-browser.ts";
import { appUrl } from "../../support/browser.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const args = (request: Request) => ({ request, params: {}, context: {}, unstable_pattern: "" }) as never;
const percent = (rate: number) => ({ commission: { kind: "percentage", rateBps: rate * 100 } }) as const;

async function signedIn() {
  const merchant = await makeMerchant();
  const { domain, shopId, affiliateId } = merchant;
  await requestSignIn({ shop: domain, email: `${affiliateId}@example.com`, now: new Date() });
  const { cookie } = await postSignIn(tokenIn((await emailsOf(shopId)).at(-1)), "203.0.113.78");
  const save = (rate: number) =>
    updateProgram({ shop: { ...merchant, currency: "USD" }, actor, now: new Date() }, merchant.programId, {
      terms: percent(rate),
    });
  return { ...merchant, session: cookie ?? "", save };
}

const programsShown = async (session: string, language = "en-US") => {
  const headers = { Cookie: `affiliate_session=${session}`, "Accept-Language": language };
  return (await loader(args(new Request(`${appUrl}/portal/terms`, { headers })))).programs;
};

const inDays = (days: number, tag = "en-US"): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.now() + days * 86_400_000,
  );

describe("an affiliate's terms", () => {
  test("are shown in words, in the affiliate's language", async () => {
    const { session } = await signedIn();
    const [english] = await programsShown(session);
    expect(english).toMatchObject({
      program: "Partners",
      lines: ["Earn 10% of each sale.", "Clicks count for 30 days.", "Approved 30 days after the order."],
      notice: "You get 14 days' notice before lower terms start.",
      upcoming: null,
      earlier: [],
    });
    const [german] = await programsShown(session, "de-DE");
    expect(german?.lines[0]).toBe("Du verdienst 10\u00a0% an jedem Verkauf.");
  });

  test("show what changes and when, and what applied before", async () => {
    const { session, save } = await signedIn();
    await save(12);
    await save(8);
    const [program] = await programsShown(session);
    expect(program?.lines[0]).toBe("Earn 12% of each sale.");
    expect(program?.upcoming).toEqual({ date: inDays(14), changes: ["Every sale: 12% → 8%"] });
    expect(program?.earlier.map((one) => one.lines[0])).toEqual(["Earn 10% of each sale."]);
  });

  test("are told by email when they change, and when a change is withdrawn", async () => {
    const { shopId, programId, save } = await signedIn();
    await save(12);
    await save(8);
    const before = (await emailsOf(shopId)).slice(-2);
    // Affiliates who weren't told of a change aren't told of its withdrawal.
    await db().update(eventEmails).set({ state: "sent" }).where(eq(eventEmails.shopId, shopId));
    await withdrawTerms({ shop: { shopId }, actor, now: new Date() }, programId, {});
    const mails = [...before, ...(await emailsOf(shopId)).slice(-1)];
    const { storeName, domain } = (await findShop(db(), shopId)) ?? {};
    const shop = storeName ?? domain ?? "";
    expect(mails.map((mail) => mail.subject)).toEqual([
      `Better terms at ${shop}`,
      `Your terms at ${shop} change on ${inDays(14)}`,
      `Your terms at ${shop} stay as they are`,
    ]);
    expect(mails[1]?.text).toContain("Every sale: 12% → 8%");
    expect(mails[1]?.text).toContain(`${appUrl}/portal/terms`);
  });
});

describe("an invitation", () => {
  test("shows the terms before it is accepted, and records the version that was accepted", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const shop = await findShop(db(), shopId);
    if (!shop) throw new Error("There is no shop.");
    const zoe = { name: "Zoë", email: "zoe@example.com" };
    const by = { actor, now: new Date() };
    const invited = await inviteAffiliate({ shop, ...by }, zoe, { showsLink: false });
    if (isRefusal(invited)) throw new Error(invited.reason.code);
    const token = tokenIn((await emailsOf(shopId)).at(-1));
    const headers = { Origin: appUrl, "X-Forwarded-For": "203.0.113.79" };
    const body = new URLSearchParams({ token });
    const look = async () => {
      const request = new Request(`${appUrl}/portal/accept/terms`, { method: "POST", headers, body });
      return (await (await acceptTerms(args(request))).json()) as { shop: unknown; programs: unknown };
    };
    const offer = await look();
    expect(offer.shop).toBe(merchant.domain);
    expect(offer.programs).toMatchObject([
      {
        program: "Partners",
        lines: ["Earn 10% of each sale.", "Clicks count for 30 days.", "Approved 30 days after the order."],
      },
    ]);
    const shopOfProgram = { ...merchant, currency: "USD" };
    await updateProgram({ shop: shopOfProgram, ...by }, merchant.programId, { terms: percent(8) });
    expect((await look()).programs).toMatchObject([
      { lines: expect.arrayContaining([`From ${inDays(14)}: Every sale: 10% → 8%`]) },
    ]);
    await updateProgram({ shop: shopOfProgram, ...by }, merchant.programId, { terms: percent(11) });
    expect((await postAccept(token)).location).toBe("/portal");
    const members = await listMemberships(db(), shopId, [invited.affiliateId]);
    expect(members.map((one) => one.acceptedVersion)).toEqual([3]);
    expect(await look()).toEqual({ shop: null, programs: [] });
  });
});
