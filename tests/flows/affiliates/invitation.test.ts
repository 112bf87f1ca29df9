import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { acceptInvitation } from "#app/flows/affiliates/accept-invitation.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { resendInvitation } from "#app/flows/affiliates/send-invitation.ts";
import { identifyAffiliate, signIn, signOut } from "#app/flows/affiliates/sign-in.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { db } from "#app/platform/db.server.ts";
import { countsByStatus } from "#app/store/affiliates.ts";
import { listAudit } from "#app/store/audit.ts";
import { emailLinks } from "#app/store/schema/identity.ts";
import { markUninstalled } from "#app/store/shops.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { whyOf } from "../../support/why.ts";

const start = new Date("2026-04-01T09:00:00Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const day = 24 * 60;
const shown = { showsLink: true };

function good<Answer>(result: Answer): Exclude<Answer, Refusal> {
  if (isRefusal(result)) throw new Error(whyOf(result));
  return result as Exclude<Answer, Refusal>;
}

function messageOf(result: unknown): string {
  if (!isRefusal(result)) throw new Error("It was not refused.");
  return whyOf(result);
}

async function invited(given: { name?: string; email?: string } = {}) {
  const merchant = await makeMerchant();
  const ctx = { ...merchant, now: start };
  const invitation = { name: "Zoë Núñez", email: "Zoe@example.com", ...given };
  const { affiliateId: id, link } = good(await inviteAffiliate(ctx, invitation, shown));
  expect(link).toBeNull();
  const [mail] = await emailsOf(merchant.shopId);
  return { ...merchant, id, ctx, token: tokenIn(mail), mail };
}

describe("inviting", () => {
  it("makes an invited affiliate in every active program, counts it, and emails a link", async () => {
    const { shop, shopId, id, mail, programId, actor } = await invited();
    const view = good(await readAffiliate(shop, id));
    expect(view).toMatchObject({
      status: "invited",
      referralCode: "ZOENUNEZ",
      referralLink: `http://localhost:3000/r/ZOENUNEZ?s=${shop.domain.split(".")[0]}`,
      programs: [{ id: programId, name: "Partners" }],
      invitedAt: start,
      acceptedAt: null,
    });
    expect(await countsByStatus(db(), shopId)).toEqual({ active: 1, invited: 1 });
    expect(mail).toMatchObject({ to: "Zoe@example.com" });
    expect(mail?.text).toContain("http://localhost:3000/portal/accept#token=");
    expect(await listAudit(db(), shopId, { kind: "affiliate", id: id })).toMatchObject([
      { action: "invited", actorName: actor.name },
    ]);
  });

  it("keeps only the hash of the link", async () => {
    const { shopId, token } = await invited();
    const rows = await db().select().from(emailLinks).where(eq(emailLinks.shopId, shopId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.split(".")[1]);
  });

  it("refuses an address in use at its field, whatever its case, and sends nothing", async () => {
    const { shop, ctx } = await invited();
    const again = await inviteAffiliate(ctx, { name: "Other", email: "zOE@EXAMPLE.com" }, shown);
    expect(again).toMatchObject({ refused: "conflict", errors: [{ field: "email" }] });
    expect(await emailsOf(shop.shopId)).toHaveLength(1);
  });

  it("refuses a code in use, and suggests another for a second person of that name", async () => {
    const { shop, ctx } = await invited();
    const taken = { name: "B", email: "b@example.com", referralCode: "zoenunez" };
    expect(await inviteAffiliate(ctx, taken, shown)).toMatchObject({
      refused: "conflict",
      errors: [{ field: "referralCode" }],
    });
    const second = good(await inviteAffiliate(ctx, { name: "Zoë Núñez", email: "zoe2@example.com" }, shown));
    expect(good(await readAffiliate(shop, second.affiliateId)).referralCode).toBe("ZOENUNEZ2");
  });

  it("suggests a code with every Latin letter of the name", async () => {
    const { shop, ctx } = await invited();
    const lukasz = good(await inviteAffiliate(ctx, { name: "Łukasz Æ", email: "lukasz@example.com" }, shown));
    expect(good(await readAffiliate(shop, lukasz.affiliateId)).referralCode).toBe("LUKASZAE");
  });

  it("gives two of one name who are invited at once two codes", async () => {
    const { shop, actor } = await makeMerchant();
    const ctx = { shop, actor, now: start };
    const both = await Promise.all(
      ["a@example.com", "b@example.com"].map((email) => inviteAffiliate(ctx, { name: "Same", email }, shown)),
    );
    const views = await Promise.all(
      both.map(async (one) => good(await readAffiliate(shop, good(one).affiliateId))),
    );
    expect(views.map((view) => view.referralCode).toSorted()).toEqual(["SAME", "SAME2"]);
  });

  it("refuses a program of another shop", async () => {
    const other = await makeMerchant();
    const { shop, actor, shopId } = await makeMerchant();
    const invitation = { name: "A", email: "a@example.com", programIds: [other.programId] };
    expect(await inviteAffiliate({ shop, actor, now: start }, invitation, shown)).toMatchObject({
      refused: "invalid",
      errors: [{ field: "programIds" }],
    });
    expect(await countsByStatus(db(), shopId)).toEqual({ active: 1 });
  });

  it("again: a new link is sent in place of the older one, which ends", async () => {
    const { shop, shopId, id, token, actor } = await invited();
    good(await resendInvitation({ shop, actor, now: after(5) }, id, shown));
    const mails = await emailsOf(shopId);
    expect(mails.map((mail) => mail.subject)).toEqual([expect.stringContaining("Reminder")]);
    expect(messageOf(await acceptInvitation(token, after(6)))).toContain("link_used");
    good(await acceptInvitation(tokenIn(mails[0]), after(7)));
    expect(messageOf(await resendInvitation({ shop, actor, now: after(8) }, id, shown))).toContain(
      "not_invited",
    );
  });
});

describe("accepting", () => {
  it("leads through pending to active, both in the history, and signs in", async () => {
    const { shop, shopId, id, token } = await invited();
    const session = good(await acceptInvitation(token, after(1)));
    const view = good(await readAffiliate(shop, id));
    expect(view).toMatchObject({ status: "active", acceptedAt: after(1) });
    expect(await countsByStatus(db(), shopId)).toMatchObject({ invited: 0, pending: 0, active: 2 });
    const history = await listAudit(db(), shopId, { kind: "affiliate", id: id });
    expect(history.map((event) => [event.action, event.actorKind])).toEqual([
      ["became active", "affiliate"],
      ["became pending", "affiliate"],
      ["accepted the invitation", "affiliate"],
      ["invited", "staff"],
    ]);
    expect((await identifyAffiliate(session.token, after(2)))?.affiliate.affiliateId).toBe(id);
  });

  it("works once, also when two click at the same time", async () => {
    const { token } = await invited();
    const results = await Promise.all([acceptInvitation(token, after(1)), acceptInvitation(token, after(1))]);
    expect(results.filter((result) => !isRefusal(result))).toHaveLength(1);
    expect(messageOf(await acceptInvitation(token, after(2)))).toContain("link_used");
  });

  it("is over after 14 days, and says where a new link comes from", async () => {
    const { token, domain } = await invited();
    const late = await acceptInvitation(token, after(14 * day));
    expect(late).toMatchObject({
      reason: { code: "link_expired" },
      shopHandle: domain.replace(".myshopify.com", ""),
    });
    good(await acceptInvitation(token, after(14 * day - 1)));
  });

  it.each([
    "",
    "x",
    "shp_00000000000000000000000000.aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "'; drop table--",
    "a.b.c",
  ])("refuses the made-up token %j", async (token) => {
    expect(messageOf(await acceptInvitation(token, start))).toContain("link_incomplete");
  });

  it("refuses a token under another shop's name, and a sign-in link", async () => {
    const one = await invited();
    const other = await makeMerchant();
    const secret = one.token.split(".")[1] ?? "";
    expect(isRefusal(await acceptInvitation(`${other.shopId}.${secret}`, after(1)))).toBe(true);
    expect(isRefusal(await signIn(one.token, after(1)))).toBe(true);
    good(await acceptInvitation(one.token, after(1)));
  });

  it("is refused once the merchant rejected them", async () => {
    const { shopId, id, token, actor } = await invited();
    good(await changeAffiliateStatus({ shop: { shopId }, actor, now: after(1) }, id, { status: "rejected" }));
    expect(messageOf(await acceptInvitation(token, after(2)))).toContain("withdrawn");
  });
});

async function accepted() {
  const one = await invited();
  const session = good(await acceptInvitation(one.token, after(1)));
  return { ...one, session };
}

describe("signing in by email", () => {
  it("sends a link of 30 minutes to a known address, and nothing to others", async () => {
    const { shopId, domain, id } = await accepted();
    await requestSignIn({ shop: domain, email: "nobody@example.com", now: after(10) });
    await requestSignIn({ shop: "no-such-shop", email: "zoe@example.com", now: after(10) });
    expect(await emailsOf(shopId)).toEqual([]);
    await requestSignIn({ shop: domain.split(".")[0] ?? "", email: "ZOE@example.com", now: after(10) });
    const [mail] = await emailsOf(shopId);
    expect(mail?.text).toContain("/portal/sign-in#token=");
    expect(messageOf(await signIn(tokenIn(mail), after(40)))).toBe("link_expired");
    const { token } = good(await signIn(tokenIn(mail), after(39)));
    expect((await identifyAffiliate(token, after(40)))?.affiliate.affiliateId).toBe(id);
    expect(messageOf(await signIn(tokenIn(mail), after(39)))).toContain("link_used");
  });

  it("sends at most five links an hour", async () => {
    const { shopId, domain } = await accepted();
    for (let minute = 61; minute < 71; minute += 1) {
      await requestSignIn({ shop: domain, email: "zoe@example.com", now: after(minute) });
    }
    expect(await emailsOf(shopId)).toHaveLength(5);
    await requestSignIn({ shop: domain, email: "zoe@example.com", now: after(130) });
    expect(await emailsOf(shopId)).toHaveLength(6);
  });

  it("sends the invitation again to one who has not accepted", async () => {
    const { shopId, domain } = await invited();
    await requestSignIn({ shop: domain, email: "zoe@example.com", now: after(10) });
    const [mail] = await emailsOf(shopId);
    expect(mail?.text).toContain("/portal/accept#token=");
  });

  it("ends by signing out, after 30 days, when the address changes, and with the shop", async () => {
    const one = await accepted();
    const alive = async (minutes: number) =>
      (await identifyAffiliate(one.session.token, after(minutes))) !== null;
    expect(await alive(30 * day)).toBe(true);
    expect(await alive(30 * day + 1)).toBe(false);
    await signOut(one.session.token, after(2));
    expect(await alive(3)).toBe(false);

    const two = await accepted();
    await requestSignIn({ shop: two.domain, email: "zoe@example.com", now: after(10) });
    const [mail] = await emailsOf(two.shopId);
    const change = { email: "new@example.com" };
    good(await updateAffiliate({ shop: two, actor: two.actor, now: after(11) }, two.id, change));
    expect(await identifyAffiliate(two.session.token, after(12))).toBeNull();
    expect(messageOf(await signIn(tokenIn(mail), after(12)))).toContain("link_used");

    const three = await accepted();
    await markUninstalled(db(), three.shopId, after(10));
    expect(await identifyAffiliate(three.session.token, after(11))).toBeNull();
  });
});
