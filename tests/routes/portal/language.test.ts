import { describe, expect, it } from "vitest";
import { findAffiliate } from "#app/store/affiliates.ts";
import { db } from "#app/platform/db.server.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { action as language } from "../../../app/routes/portal/language.ts";
import { loader as layout } from "../../../app/routes/portal/layout.tsx";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { postSignIn } from "../../support/affiliate-browser.ts";
import { appUrl } from "../../support/browser.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

type Browser = { session?: string; chosen?: string; accepts?: string };

function headersOf({ session, chosen, accepts }: Browser): Record<string, string> {
  const cookies = [
    ...(session === undefined ? [] : [`affiliate_session=${session}`]),
    ...(chosen === undefined ? [] : [`portal_language=${chosen}`]),
  ];
  return {
    Origin: appUrl,
    Cookie: cookies.join("; "),
    ...(accepts !== undefined && { "Accept-Language": accepts }),
  };
}

const args = (request: Request, params: Record<string, string> = {}) =>
  ({ request, params, context: {}, unstable_pattern: "" }) as never;

async function languageShown(browser: Browser, shop?: string): Promise<string> {
  const request = new Request(`${appUrl}/portal`, { headers: headersOf(browser) });
  const { texts } = await layout(args(request, shop === undefined ? {} : { shop }));
  return texts.language;
}

async function choose(fields: Record<string, string>, browser: Browser, origin = appUrl) {
  const headers = { ...headersOf(browser), Origin: origin };
  const body = new URLSearchParams(fields);
  const request = new Request(`${appUrl}/portal/language`, { method: "POST", headers, body });
  const answer = await language(args(request));
  const { status, headers: sent } =
    "init" in answer ? new Response(null, answer.init ?? {}) : new Response(null, answer);
  return { status, to: sent.get("Location"), cookie: sent.get("Set-Cookie") };
}

async function signedIn(chosen?: string, accepts?: string) {
  const merchant = await makeMerchant();
  const { domain, shopId, affiliateId } = merchant;
  await requestSignIn({ shop: domain, email: `${affiliateId}@example.com`, now: new Date() });
  const token = tokenIn((await emailsOf(shopId)).at(-1));
  const headers = {
    ...(chosen !== undefined && { Cookie: `portal_language=${chosen}` }),
    ...(accepts !== undefined && { "Accept-Language": accepts }),
  };
  const { cookie } = await postSignIn(token, "203.0.113.77", headers);
  if (!cookie) throw new Error("There is no session.");
  return { ...merchant, session: cookie };
}

describe("the portal's language", () => {
  it("is the browser's until the affiliate chooses one, which then applies in every browser", async () => {
    const { session, shopId, affiliateId } = await signedIn();
    expect(await languageShown({ session, accepts: "de-AT,de;q=0.9" })).toBe("de");
    const answer = await choose({ language: "en" }, { session });
    expect(answer).toMatchObject({ status: 200, to: null });
    expect(answer.cookie).toMatch(
      /^portal_language=en; Path=\/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await languageShown({ session, accepts: "de-AT,de;q=0.9" })).toBe("en");
    expect(await languageShown({ session, chosen: "de", accepts: "de" })).toBe("en");
    expect(await findAffiliate(db(), shopId, affiliateId)).toMatchObject({ language: "en", revision: 1 });
  });

  it("is the store's where the browser's is not available", async () => {
    const { session, shopId, actor, domain } = await signedIn();
    expect(await languageShown({ session, accepts: "nl" })).toBe("en");
    await changeSettings({ shop: { shopId }, actor, now: new Date() }, { language: "de" });
    expect(await languageShown({ session, accepts: "nl" })).toBe("de");
    expect(await languageShown({ accepts: "nl" }, shopHandle(domain))).toBe("de");
    expect(await languageShown({ accepts: "nl" }, "no-such-store")).toBe("en");
  });

  it("can be chosen before signing in, and is then the affiliate's", async () => {
    expect(await languageShown({ chosen: "de", accepts: "en" })).toBe("de");
    const { shopId, affiliateId } = await signedIn("de");
    expect(await findAffiliate(db(), shopId, affiliateId)).toMatchObject({ language: "de" });
  });

  it("is taken from the browser that signs in, so that emails come in it too", async () => {
    const german = await signedIn(undefined, "nl,de-AT;q=0.9,en;q=0.8");
    expect(await findAffiliate(db(), german.shopId, german.affiliateId)).toMatchObject({ language: "de" });
    const dutch = await signedIn(undefined, "nl");
    expect(await findAffiliate(db(), dutch.shopId, dutch.affiliateId)).toMatchObject({ language: null });
  });

  it("is followed by the page that was left, for a browser without scripts", async () => {
    expect(await choose({ language: "de", to: "/portal/payouts?cursor=x" }, {})).toMatchObject({
      status: 302,
      to: "/portal/payouts?cursor=x",
    });
  });

  it.each([
    { language: "tlh" },
    { to: "/portal" },
    { language: "de", to: "https://elsewhere.example/portal" },
    { language: "de", to: "//elsewhere.example/portal" },
    { language: "de", to: "/portal\\elsewhere" },
    { language: "de", to: "/dashboard" },
    { language: "de", to: "/portal/\r\nSet-Cookie: a=b" },
    { language: "de", to: "/portal/\u{1F600}" },
  ])("refuses %j", async (fields) => {
    expect(await choose(fields as Record<string, string>, {})).toMatchObject({ status: 400, cookie: null });
  });

  it("is not changed by another site's page", async () => {
    await expect(choose({ language: "de" }, {}, "https://elsewhere.example")).rejects.toMatchObject({
      status: 403,
    });
  });
});
