import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { db } from "#app/platform/db.server.ts";
import type { PaymentId } from "#app/domain/ids.ts";
import { payoutPayments } from "#app/store/schema/payouts.ts";
import { postSignIn } from "../../support/affiliate-browser.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { appUrl } from "../../support/browser.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { makePayees, planned } from "../../support/planned-payouts.ts";
import type { SellingShop } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

/** More people sign in here than one address may. */
let addresses = 10;

async function signIn({ domain, shopId }: Pick<SellingShop, "domain" | "shopId">, affiliateId: string) {
  await requestSignIn({ shop: domain, email: `${affiliateId}@example.com`, now: new Date() });
  addresses += 1;
  const { cookie } = await postSignIn(tokenIn((await emailsOf(shopId)).at(-1)), `203.0.113.${addresses}`);
  if (!cookie) throw new Error("There is no session.");
  return cookie;
}

const read = async (cookie: string | null, path: string) =>
  withData(
    await requestRoute(
      new Request(`${appUrl}${path}`, {
        headers: cookie === null ? {} : { Cookie: `affiliate_session=${cookie}` },
      }),
    ),
  );

const post = async (
  cookie: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  origin = appUrl,
) =>
  withData(
    await requestRoute(
      new Request(`${appUrl}${path}`, {
        method: "POST",
        headers: { Cookie: `affiliate_session=${cookie}`, Origin: origin },
        body: new URLSearchParams(fields),
      }),
    ),
  );

const details = "/portal/payout-details";
const bank = { holder: "Zoë Núñez", currency: "eur" };
const forms = {
  paypal: { email: "zoe@paypal.example" },
  iban: { ...bank, iban: "de89 3704 0044 0532 0130 00", bic: "" },
  us: { ...bank, routingNumber: "021000021", accountNumber: "123456789", accountType: "savings" },
  uk: { ...bank, sortCode: "60-16-13", accountNumber: "31926819" },
  other: { ...bank, country: "AU", bankCode: "062-000", accountNumber: "12345678", bic: "" },
} as const;
const entering = Object.entries(forms).map(([kind, fields]) => ({ intent: "enter", kind, ...fields }));

describe("the page of payout details", () => {
  it.each(entering)("takes $kind as a form without a script posts it, and shows it masked", async (form) => {
    const merchant = await makeMerchant();
    const cookie = await signIn(merchant, merchant.affiliateId);
    expect(await post(cookie, details, form)).toMatchObject({ status: 200, data: { ok: true } });
    const page = await read(cookie, `${details}?kind=${form.kind}`);
    expect(page.data).toMatchObject({ kind: form.kind, details: { current: null, next: null } });
    expect(page.text).toContain("…");
    for (const secret of ["zoe@paypal", "3704", "123456789", "31926819", "12345678", "062000"]) {
      expect(page.text).not.toContain(secret);
    }
    const confirmed = await post(cookie, `${details}/confirm`, {
      token: tokenIn((await emailsOf(merchant.shopId)).at(-1)),
    });
    expect(confirmed).toMatchObject({ status: 200, data: { confirmed: { shopName: merchant.domain } } });
    const api = await requestRoute(
      apiRequest(merchant.token, `/api/v1/affiliates/${merchant.affiliateId}/payout-details`),
    );
    expect(withData(api).data).toMatchObject({ current: null, next: { endsAt: null }, unconfirmed: null });
    expect(api.text).not.toContain("sealed");
  });

  it("says at each field what is wrong with it, all at once, and keeps what was typed", async () => {
    const merchant = await makeMerchant();
    const cookie = await signIn(merchant, merchant.affiliateId);
    const wrong = { intent: "enter", kind: "iban", holder: "", iban: "DE00", currency: "Euro" };
    const answer = await post(cookie, details, wrong);
    expect(answer).toMatchObject({ status: 400, fields: ["holder", "currency", "iban"] });
    expect(answer.data).toMatchObject({ ok: false, given: wrong });
  });

  it.each(entering)(
    "takes no bad input for $kind, and writes nothing",
    async ({ intent, kind, ...fields }) => {
      const merchant = await makeMerchant();
      const cookie = await signIn(merchant, merchant.affiliateId);
      const before = await snapshotOf(merchant.shopId);
      for (const [field] of Object.entries(fields)) {
        for (const text of [hostileTexts[2], hostileTexts[7], "x".repeat(201)]) {
          const answer = await post(cookie, details, { intent, kind, ...fields, [field]: text });
          expect([answer.status, answer.fields]).toEqual([400, [field]]);
        }
      }
      expect(await snapshotOf(merchant.shopId)).toEqual(before);
    },
  );

  it("takes no form of another site, of another page, or of nobody", async () => {
    const merchant = await makeMerchant();
    const cookie = await signIn(merchant, merchant.affiliateId);
    const form = { intent: "enter", kind: "paypal", ...forms.paypal };
    expect((await post(cookie, details, form, "https://evil.example")).status).toBe(403);
    expect((await post(cookie, details, { intent: "steal" })).status).toBe(400);
    expect((await post(cookie, details, { intent: "enter", kind: "cash" })).status).toBe(400);
    expect((await post(cookie, details, { intent: "withdraw", details: "pod_x" })).status).toBe(409);
    expect((await post(cookie, details, { intent: "send-again" })).status).toBe(409);
    expect((await post("", details, form)).status).toBe(302);
    expect((await read(null, details)).status).toBe(302);
    const link = await post("", `${details}/confirm`, { token: "shp_1.x" });
    expect(link).toMatchObject({
      status: 403,
      data: { message: "This link isn't valid. Check that you opened all of it." },
    });
  });

  it("is told to no other shop by the API, and takes reminders away and back", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const path = `/api/v1/affiliates/${merchant.affiliateId}/payout-details`;
    expect((await requestRoute(apiRequest(other.token, path))).status).toBe(404);
    expect((await requestRoute(apiRequest(merchant.token, path, { method: "PUT", body: {} }))).status).toBe(
      405,
    );
    const cookie = await signIn(merchant, merchant.affiliateId);
    expect((await read(cookie, details)).data).toMatchObject({ wantsReminders: true });
    await post(cookie, details, { intent: "reminders", wanted: "no" });
    expect((await read(cookie, details)).data).toMatchObject({ wantsReminders: false });
  });
});

describe("the pages of payouts", () => {
  it("show an affiliate their own, newest first, with the ledger entries, and nobody else's", async () => {
    const shop = await makePayees(2, () => ({ kind: "paypal", email: "zoe@paypal.example" }));
    const [zoe, bea] = shop.payees;
    if (!zoe || !bea) throw new Error("Payees are missing.");
    const now = new Date("2026-04-01T09:00:00Z");
    const { payments } = await planned(
      shop,
      [
        { payee: zoe, amountMinor: 1234n },
        { payee: bea, amountMinor: 9999n },
      ],
      { now },
    );
    const cookie = await signIn(shop, zoe.affiliateId);
    const list = await read(cookie, "/portal/payouts");
    expect(list.data).toMatchObject({
      payouts: [
        {
          amount: { amount: "12.34", currencyCode: "USD" },
          method: "paypal",
          receiver: "masked",
          status: "planned",
        },
      ],
      nextCursor: null,
    });
    expect((await read(cookie, "/portal/payouts?cursor=nonsense")).data).toEqual(list.data);
    const own = await read(cookie, `/portal/payouts/${payments[0]?.paymentId}`);
    expect(own.data).toMatchObject({
      transfers: [{ code: "payout_started", amount: { amount: "12.34" } }],
      lines: [{ kind: "adjustment", order: null, amount: { amount: "12.34", currencyCode: "USD" } }],
      lineCount: 1,
    });
    expect((await read(cookie, `/portal/payouts/${payments[1]?.paymentId}`)).status).toBe(404);
    expect((await read(cookie, "/portal/payouts/pit_x")).status).toBe(404);
    const home = await read(cookie, "/portal");
    expect(home.data).toMatchObject({
      affiliate: { balances: [{ inTransit: { amount: "12.34" } }] },
      outlook: {
        nextDay: null,
        minimums: [],
        account: { method: "paypal", account: "masked" },
        isWaiting: false,
      },
    });
  });

  it("have a statement for each month since the first ledger entry, of the affiliate who is signed in", async () => {
    const shop = await makePayees(2, () => ({ kind: "paypal", email: "zoe@paypal.example" }));
    const [zoe, bea] = shop.payees;
    if (!zoe || !bea) throw new Error("Payees are missing.");
    await planned(shop, [{ payee: zoe, amountMinor: 1234n }], { now: new Date("2026-04-01T09:00:00Z") });
    const cookie = await signIn(shop, zoe.affiliateId);
    const { months } = (await read(cookie, "/portal/statements")).data as { months: string[] };
    expect(months.at(-1)).toBe("2026-04");
    const csv = await read(cookie, "/portal/statements/2026-04.csv");
    expect(csv.text).toContain("12.34");
    const pdf = await read(cookie, "/portal/statements/2026-04.pdf");
    expect([pdf.status, pdf.text.startsWith("%PDF-")]).toEqual([200, true]);
    const other = await signIn(shop, bea.affiliateId);
    expect((await read(other, "/portal/statements")).data).toEqual({ months: [] });
    expect((await read(other, "/portal/statements/2026-04.csv")).text).not.toContain("12.34");
    for (const file of ["2026-04", "2026-04.pdf.exe", "2026-13.pdf", "..%2F..%2Fetc.pdf", "x.csv"]) {
      expect((await read(cookie, `/portal/statements/${file}`)).status).toBe(404);
    }
    expect((await read(null, "/portal/statements/2026-04.pdf")).status).toBe(302);
  });

  it("page through many with a cursor", async () => {
    const shop = await makePayees(1, () => ({ kind: "paypal", email: "zoe@paypal.example" }));
    const [zoe] = shop.payees;
    if (!zoe) throw new Error("There is no payee.");
    for (let at = 0; at < 27; at += 1) {
      const now = new Date(Date.UTC(2026, 3, 1 + at));
      const { payments } = await planned(shop, [{ payee: zoe, amountMinor: BigInt(100 + at) }], { now });
      const paid = { status: "paid", closedAt: now, settledAt: now };
      await db()
        .update(payoutPayments)
        .set(paid)
        .where(eq(payoutPayments.paymentId, payments[0]?.paymentId ?? ("" as PaymentId)));
    }
    const cookie = await signIn(shop, zoe.affiliateId);
    type Page = { payouts: { amount: { amount: string } }[]; nextCursor: string | null };
    const first = (await read(cookie, "/portal/payouts")).data as Page;
    const second = (await read(cookie, `/portal/payouts?cursor=${first.nextCursor}`)).data as Page;
    expect([first.payouts.length, second.payouts.length, second.nextCursor]).toEqual([25, 2, null]);
    expect(second.payouts.map((one) => one.amount.amount)).toEqual(["1.01", "1.00"]);
  });
});
