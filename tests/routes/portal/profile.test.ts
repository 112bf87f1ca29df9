import { describe, expect, it } from "vitest";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { action as confirmEmail } from "../../../app/routes/portal/profile.confirm-email.tsx";
import { action as saveProfile, loader as readProfile } from "../../../app/routes/portal/profile.tsx";
import { postSignIn } from "../../support/affiliate-browser.ts";
import { answeredBy, withData } from "../../support/answered.ts";
import { appUrl } from "../../support/browser.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const profile = "/portal/profile";
const confirm = "/portal/profile/confirm-email";

let addresses = 10;

async function signIn({ domain, shopId }: Merchant, email: string): Promise<string> {
  await requestSignIn({ shop: domain, email, now: new Date() });
  addresses += 1;
  const { cookie } = await postSignIn(tokenIn((await emailsOf(shopId)).at(-1)), `203.0.113.${addresses}`);
  if (!cookie) throw new Error("There is no session.");
  return cookie;
}

/** The answer as the browser gets it, cookies included. */
async function answerOf(path: string, request: Request): Promise<unknown> {
  const args = { request, params: {}, context: {} };
  try {
    if (path === confirm) return await confirmEmail(args);
    return request.method === "POST" ? await saveProfile(args) : await readProfile(args);
  } catch (thrown) {
    return thrown;
  }
}

async function ask(cookie: string | null, path: string, fields?: Record<string, string>) {
  const headers = {
    Origin: appUrl,
    "X-Forwarded-For": `203.0.113.${addresses}`,
    ...(cookie !== null && { Cookie: `affiliate_session=${cookie}` }),
  };
  const body = fields && { method: "POST", body: new URLSearchParams(fields) };
  const result = await answerOf(path, new Request(`${appUrl}${path}`, { headers, ...body }));
  const setCookie = result instanceof Response ? (result.headers.get("Set-Cookie") ?? "") : "";
  const session = /affiliate_session=([^;]*)/.exec(setCookie)?.[1] ?? "";
  return { ...withData(await answeredBy(result)), session };
}

async function makeOwn() {
  const merchant = await makeMerchant();
  const email = `${merchant.affiliateId}@example.com`;
  return { merchant, email, cookie: await signIn(merchant, email) };
}

describe("an affiliate's profile", () => {
  it("saves a new name, and refuses one with markup at its field", async () => {
    const { cookie } = await makeOwn();
    expect((await ask(cookie, profile, { intent: "name", name: "Maya Lin" })).status).toBe(200);
    expect((await ask(cookie, profile)).data).toMatchObject({ name: "Maya Lin" });
    const bad = await ask(cookie, profile, { intent: "name", name: "<b>Maya</b>" });
    expect([bad.status, bad.data]).toMatchObject([400, { errors: [{ field: "name" }] }]);
    expect((await ask(cookie, profile)).data).toMatchObject({ name: "Maya Lin" });
  });

  it("changes the email once its new address is confirmed, and tells the former one", async () => {
    const { merchant, email, cookie } = await makeOwn();
    const other = await signIn(merchant, email);
    const asked = await ask(cookie, profile, { intent: "email", email: "new@maya.example" });
    expect(asked.status).toBe(200);
    expect((await ask(cookie, profile)).data).toMatchObject({ email, newEmail: "new@maya.example" });
    const mail = (await emailsOf(merchant.shopId)).at(-1);
    expect(mail?.to).toBe("new@maya.example");
    const confirmed = await ask(cookie, confirm, { token: tokenIn(mail) });
    const fresh = confirmed.session;
    expect((await ask(fresh, profile)).data).toEqual({
      name: expect.any(String),
      email: "new@maya.example",
      newEmail: null,
    });
    const told = (await emailsOf(merchant.shopId)).at(-1);
    expect(told).toMatchObject({ to: email, subject: expect.stringContaining("was changed") });
    expect(JSON.stringify(told)).not.toContain("new@maya.example");
    for (const ended of [cookie, other]) expect((await ask(ended, profile)).status).toBe(302);
    expect((await ask(fresh, confirm, { token: tokenIn(mail) })).status).toBe(403);
  });

  it("needs a session in addition to the link, so a mistyped address gives nobody the account", async () => {
    const { merchant, email, cookie } = await makeOwn();
    const rival = await addAffiliate(merchant);
    await ask(cookie, profile, { intent: "email", email: "typo@maya.example" });
    const token = tokenIn((await emailsOf(merchant.shopId)).at(-1));
    const stranger = await ask(null, confirm, { token });
    expect([stranger.status, stranger.session]).toEqual([403, ""]);
    const rivalCookie = await signIn(merchant, `${rival.affiliateId}@example.com`);
    expect((await ask(rivalCookie, confirm, { token })).status).toBe(403);
    expect((await ask(cookie, profile)).data).toMatchObject({ email });
  });

  it("answers alike for an address that another affiliate has, and never takes it over", async () => {
    const { merchant, email, cookie } = await makeOwn();
    const rival = await addAffiliate(merchant);
    const taken = `${rival.affiliateId}@example.com`;
    const asked = await ask(cookie, profile, { intent: "email", email: taken });
    const free = await ask(cookie, profile, { intent: "email", email: "free@maya.example" });
    expect([asked.status, asked.data]).toEqual([free.status, free.data]);
    await ask(cookie, profile, { intent: "email", email: taken });
    const token = tokenIn((await emailsOf(merchant.shopId)).at(-1));
    const confirmed = await ask(cookie, confirm, { token });
    expect([confirmed.status, confirmed.data]).toMatchObject([
      403,
      { message: "Another affiliate of this store uses this email." },
    ]);
    expect((await ask(cookie, profile)).data).toMatchObject({ email });
  });

  it("refuses what is no address, and the present one, at the field", async () => {
    const { cookie, email } = await makeOwn();
    for (const wrong of ["x", email]) {
      const answer = await ask(cookie, profile, { intent: "email", email: wrong });
      expect([answer.status, answer.data]).toMatchObject([400, { errors: [{ field: "email" }] }]);
    }
  });

  it("signs out everywhere", async () => {
    const { merchant, email, cookie } = await makeOwn();
    const other = await signIn(merchant, email);
    const answer = await ask(cookie, profile, { intent: "sign-out-everywhere" });
    expect([answer.status, answer.session]).toEqual([302, ""]);
    for (const ended of [cookie, other]) expect((await ask(ended, profile)).status).toBe(302);
  });
});
