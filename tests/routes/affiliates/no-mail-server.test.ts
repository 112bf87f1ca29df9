import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { acceptInvitation } from "#app/flows/affiliates/accept-invitation.ts";
import { enterDetails } from "#app/flows/affiliates/enter-details.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { listAudit } from "#app/store/audit.ts";
import { emailLinks } from "#app/store/schema/identity.ts";
import { auditEvents } from "#app/store/schema/shops.ts";
import { action as change, loader as affiliatePage } from "../../../app/routes/admin/affiliate.tsx";
import { action as invite, loader as invitePage } from "../../../app/routes/admin/affiliates.invite.tsx";
import { callApi } from "../../support/call-api.ts";
import { restoreEnv, setEnv } from "../../support/environment.ts";
import { emailsOf } from "../../support/emails.ts";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";

beforeAll(() => setEnv({ SMTP_URL: "" }));
afterAll(restoreEnv);

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

function args(merchant: Merchant, path: string, fields?: Record<string, string>) {
  const id = path.split("/").at(-1) ?? "";
  const request = fields
    ? formRequest(merchant.token, path, Object.entries(fields))
    : pageRequest(merchant.token, path);
  return { request, params: { id }, context: {} };
}

/** Invites Zoe by the form, and answers what the page shows. */
async function invited(merchant: Merchant) {
  const fields = { name: "Zoe", email: "zoe@example.com" };
  const answer = await invite(args(merchant, "/dashboard/affiliates/invite", fields));
  if (!("invited" in answer)) throw new Error("No link was answered.");
  const { link, id } = answer.invited;
  return { id, link, token: link.split("#token=")[1] ?? "" };
}

describe("without an email server", () => {
  it("the invite form says so, and its answer holds a link that works once", async () => {
    const merchant = await makeMerchant();
    expect(await invitePage(args(merchant, "/dashboard/affiliates/invite"))).toMatchObject({
      canEmail: false,
    });
    const { id, link, token } = await invited(merchant);
    expect(link).toMatch(/^http:\/\/localhost:3000\/portal\/accept#token=shp_/);
    expect(await emailsOf(merchant.shopId)).toEqual([]);
    expect(await listAudit(db(), merchant.shopId, { kind: "affiliate", id: id })).toMatchObject([
      { action: "invited", actorName: merchant.actor.name, details: { sentBy: "link" } },
    ]);
    expect(isRefusal(await acceptInvitation(token, new Date()))).toBe(false);
    expect(await readAffiliate(merchant.shop, id)).toMatchObject({ status: "active" });
    expect(isRefusal(await acceptInvitation(token, new Date()))).toBe(true);
  });

  it("keeps the link nowhere readable, and no later page has it", async () => {
    const merchant = await makeMerchant();
    const { id, token } = await invited(merchant);
    const secret = token.split(".")[1] ?? "";
    const links = await db().select().from(emailLinks).where(eq(emailLinks.shopId, merchant.shopId));
    const events = await db().select().from(auditEvents).where(eq(auditEvents.shopId, merchant.shopId));
    const { rows: jobs } = await db().execute(sql`select data from pgboss.job`);
    const page = await affiliatePage(args(merchant, `/dashboard/affiliates/${id}`));
    expect([links.length, events.length]).toEqual([1, 1]);
    for (const kept of [links, events, jobs, page]) expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it("a new link ends the older one, however often it is asked for", async () => {
    const merchant = await makeMerchant();
    const { id, token } = await invited(merchant);
    let link = "";
    for (let time = 0; time < 7; time += 1) {
      const answer = await change(args(merchant, `/dashboard/affiliates/${id}`, { intent: "resend" }));
      if (!("link" in answer) || answer.link === undefined) throw new Error("No link was answered.");
      link = answer.link;
    }
    expect(isRefusal(await acceptInvitation(token, new Date()))).toBe(true);
    expect(isRefusal(await acceptInvitation(link.split("#token=")[1] ?? "", new Date()))).toBe(false);
    const history = await listAudit(db(), merchant.shopId, { kind: "affiliate", id: id });
    expect(history.filter((event) => event.action === "invited again")).toHaveLength(7);
  });

  it("an affiliate who asks to sign in does not end the link that the merchant sent", async () => {
    const merchant = await makeMerchant();
    const { token } = await invited(merchant);
    await requestSignIn({ shop: merchant.domain, email: "zoe@example.com", now: new Date() });
    expect(await emailsOf(merchant.shopId)).toEqual([]);
    expect(isRefusal(await acceptInvitation(token, new Date()))).toBe(false);
  });

  it("payout details are refused, because nobody could confirm them", async () => {
    const { shop, shopId, affiliateId } = await makeMerchant();
    const affiliate = await findAffiliate(db(), shopId, affiliateId);
    if (!affiliate) throw new Error("There is no affiliate.");
    const typed = { kind: "paypal", email: "zoe@paypal.example" } as const;
    expect(await enterDetails(typed, { shop, affiliate, now: new Date() })).toMatchObject({
      refused: "not-possible",
      reason: { code: "no_email_server" },
    });
  });

  it("the API says that nothing was emailed, and creates no link", async () => {
    const { shopId, token } = await makeMerchant();
    const body = { name: "Zoe", email: "zoe@example.com" };
    const { status, body: affiliate } = await callApi<{ id: string }>(token, "POST /affiliates/invite", body);
    expect([status, affiliate]).toMatchObject([201, { status: "invited", invitationEmailed: false }]);
    const again = await callApi(token, `POST /affiliates/${affiliate.id}/invitation`);
    expect(again.status).toBe(422);
    expect(await db().select().from(emailLinks).where(eq(emailLinks.shopId, shopId))).toEqual([]);
    expect(await listAudit(db(), shopId, { kind: "affiliate", id: affiliate.id })).toMatchObject([
      { details: { sentBy: "nothing" } },
    ]);
  });
});
