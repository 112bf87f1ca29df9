import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { headers as pageHeaders } from "../../../app/routes/portal/home.tsx";
import { loader as shopPage } from "../../../app/routes/portal/shop-sign-in.tsx";
import {
  askForEmail,
  homeOf,
  openPortal,
  ordersOf,
  postAccept,
  postSignIn,
  postSignOut,
} from "../../support/affiliate-browser.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function invite(merchant: Merchant, name: string) {
  const invitation = { name, email: `${name}@example.com`, referralCode: `${name}-code` };
  const ctx = { ...merchant, now: new Date() };
  const invited = await inviteAffiliate(ctx, invitation, { showsLink: true });
  if (isRefusal(invited)) throw new Error(invited.reason.code);
  const mails = await emailsOf(merchant.shopId);
  return { id: invited.affiliateId, token: tokenIn(mails.at(-1)) };
}

async function signedIn(merchant: Merchant, name: string) {
  const { id, token } = await invite(merchant, name);
  const { cookie } = await postAccept(token);
  if (!cookie) throw new Error("There is no session.");
  return { id, cookie };
}

describe("the email's link", () => {
  it("accepts, signs in by a cookie that no script can read, and leads to the page", async () => {
    const merchant = await makeMerchant();
    const { token } = await invite(merchant, "ann");
    const answer = await postAccept(token);
    expect(answer).toMatchObject({ status: 302, location: "/portal" });
    const page = await homeOf(answer.cookie ?? "");
    expect(page.affiliate).toMatchObject({ name: "ann", status: "active" });
    expect(page.affiliate.referralLink).toContain("/r/ann-code");
  });

  it("says why it does not open, and where a new one is sent from", async () => {
    const merchant = await makeMerchant();
    const { token } = await invite(merchant, "ann");
    await postAccept(token);
    expect(await postAccept(token)).toMatchObject({
      status: 403,
      cookie: null,
      data: {
        message: "This link was already used, or a newer one was sent to you.",
        signInUrl: `/portal/${merchant.domain.split(".")[0]}/sign-in`,
      },
    });
    expect(await postAccept("")).toMatchObject({
      status: 400,
      data: { message: "This link isn't valid. Check that you opened all of it." },
    });
    expect(await postAccept("x".repeat(301))).toMatchObject({ status: 400 });
    expect(await postAccept("\u0000")).toMatchObject({ status: 400 });
  });

  it("cannot be posted by another site's page", async () => {
    const merchant = await makeMerchant();
    const { token } = await invite(merchant, "ann");
    await expect(postAccept(token, { Origin: "https://evil.example" })).rejects.toMatchObject({
      status: 403,
    });
    expect(await postAccept(token)).toMatchObject({ status: 302 });
  });
});

const said = (email: string) => ({ status: 200, data: { ok: true, email } });
const askAgain = () => askForEmail({ shop: "a", email: "again@example.com" }, "203.0.113.9");

function openShopPage(shop: string) {
  const request = new Request("http://localhost:3000/");
  return shopPage({ request, params: { shop }, context: {} });
}

describe("asking for a link", () => {
  it("gets the same answer for a stranger as for an affiliate, and emails only the affiliate", async () => {
    const merchant = await makeMerchant();
    await signedIn(merchant, "ann");
    const shop = merchant.domain;
    const known = await askForEmail({ shop, email: "ann@example.com" });
    const stranger = await askForEmail({ shop, email: "bob@example.com" });
    const nowhere = await askForEmail({ shop: "no-such-shop", email: "bob@example.com" });
    expect(known).toMatchObject(said("ann@example.com"));
    expect(stranger).toMatchObject(said("bob@example.com"));
    expect(nowhere).toMatchObject(said("bob@example.com"));
    const mails = await emailsOf(merchant.shopId);
    expect(mails.map((mail) => mail.to)).toEqual(["ann@example.com"]);
    expect(await postSignIn(tokenIn(mails[0]))).toMatchObject({ status: 302, location: "/portal" });
  });

  it("names the field that is wrong, and slows down who asks again and again", async () => {
    expect(await askForEmail({ email: "a@example.com" })).toMatchObject({
      status: 400,
      data: { errors: [{ field: "shop" }] },
    });
    expect(await askForEmail({ shop: "a", email: "x" })).toMatchObject({
      status: 400,
      data: { errors: [{ field: "email" }] },
    });
    const statuses = [];
    for (let time = 0; time < 11; time += 1) statuses.push((await askAgain()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it("has a page for each shop, and none for what is no shop", async () => {
    const merchant = await makeMerchant();
    expect(await openShopPage(merchant.domain.split(".")[0] ?? "")).toEqual({
      brand: { name: merchant.domain, logo: null },
      canEmail: true,
    });
    for (const wrong of ["no-such-shop", "..", "a b", "x\u0000", "evil.example"]) {
      await expect(openShopPage(wrong)).rejects.toMatchObject({ init: { status: 404 } });
    }
  });
});

describe("what an affiliate sees", () => {
  it("is their own link, balance and commissions with reasons; nothing of the customer or of another", async () => {
    const merchant = await makeMerchant();
    const bob = await signedIn(merchant, "bob");
    const email = `${merchant.affiliateId}@example.com`;
    await askForEmail({ shop: merchant.domain, email });
    const seller = await postSignIn(tokenIn((await emailsOf(merchant.shopId)).at(-1)));
    const order = orderBody({ ref: merchant.code, email: "customer@example.com" });
    await deliver(merchant, "orders/create", order);
    await emptyInbox();

    const page = await ordersOf(seller.cookie ?? "");
    expect(page.balances).toEqual([
      {
        pending: { amount: "10.00", currencyCode: "USD" },
        available: { amount: "0.00", currencyCode: "USD" },
        inTransit: { amount: "0.00", currencyCode: "USD" },
        paid: { amount: "0.00", currencyCode: "USD" },
      },
    ]);
    expect(page.commissions).toMatchObject([
      {
        kind: "order",
        order: { name: order.name },
        earnedAt: "2026-03-02T10:00:00.000Z",
        amount: { amount: "10.00", currencyCode: "USD" },
        state: "pending",
        why: { code: "won-by-landing" },
      },
    ]);
    expect(page.nextCursor).toBeNull();
    const home = await homeOf(seller.cookie ?? "");
    expect(home.latest).toEqual(page.commissions);
    expect(JSON.stringify([page, home])).not.toMatch(/bob|customer@example/);

    const others = await homeOf(bob.cookie);
    expect(others.affiliate).toMatchObject({ name: "bob", balances: [] });
    expect(others.latest).toEqual([]);
    expect((await ordersOf(bob.cookie)).commissions).toEqual([]);
    expect(JSON.stringify(others)).not.toContain(merchant.code);
  });

  it("goes on to older commissions, and begins at the top for a cursor that is none", async () => {
    const merchant = await makeMerchant();
    await askForEmail({ shop: merchant.domain, email: `${merchant.affiliateId}@example.com` });
    const { cookie } = await postSignIn(tokenIn((await emailsOf(merchant.shopId)).at(-1)));
    for (let time = 0; time < 27; time += 1) {
      await deliver(merchant, "orders/create", orderBody({ ref: merchant.code }));
    }
    await emptyInbox();
    const first = await ordersOf(cookie ?? "");
    expect(first.commissions).toHaveLength(25);
    const second = await ordersOf(cookie ?? "", `?cursor=${first.nextCursor ?? ""}`);
    expect(second.commissions).toHaveLength(2);
    expect(new Set([...first.commissions, ...second.commissions].map((one) => one.id)).size).toBe(27);
    for (const cursor of ["x", Buffer.from('{"at":"2026","id":"a\\u0000"}').toString("base64url")]) {
      expect((await ordersOf(cookie ?? "", `?cursor=${cursor}`)).commissions).toHaveLength(25);
    }
  });

  it("is not opened by another shop's name in front of the token, by a merchant's token, or without one", async () => {
    const merchant = await makeMerchant();
    const other = await makeMerchant();
    const { cookie } = await signedIn(merchant, "ann");
    const secret = cookie.split(".")[1] ?? "";
    const forged = `${other.shopId}.${secret}`;
    expect(await openPortal(forged)).toMatchObject({
      status: 302,
      location: `/portal/${other.domain.split(".")[0]}/sign-in`,
      cookie: "",
    });
    expect(await openPortal(merchant.token)).toMatchObject({ status: 302 });
    expect(await openPortal("nonsense")).toMatchObject({ status: 302, location: "/portal/sign-in" });
    expect(await openPortal(null)).toMatchObject({ status: 302, location: "/portal/sign-in" });
  });

  it("is kept by nobody's cache", () => {
    const asked = {
      loaderHeaders: new Headers(),
      actionHeaders: new Headers(),
      parentHeaders: new Headers(),
    };
    expect(pageHeaders({ ...asked, errorHeaders: undefined })).toMatchObject({
      "Cache-Control": "private, no-store",
    });
  });

  it("ends by signing out: the cookie goes, and the old one opens nothing", async () => {
    const merchant = await makeMerchant();
    const { cookie } = await signedIn(merchant, "ann");
    const form = `/portal/${merchant.domain.split(".")[0]}/sign-in`;
    expect(await postSignOut(cookie)).toMatchObject({ status: 302, location: form, cookie: "" });
    expect(await openPortal(cookie)).toMatchObject({ status: 302, location: form });
  });
});
