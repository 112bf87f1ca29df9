import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { readHome } from "#app/flows/affiliates/read-home.ts";
import { askForEmail, homeOf, postSignIn } from "../../support/affiliate-browser.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { doubledFrom, sales, sell, thisMonth } from "../../support/sold-under.ts";

const now = new Date("2026-03-20T12:00:00Z");

const usd = (minor: bigint) => ({ minor, currency: "USD" });

async function homeAt(...args: Parameters<typeof readHome>) {
  const home = await readHome(...args);
  if (isRefusal(home)) throw new Error(home.reason.code);
  return home;
}

it("sums the affiliate's own earnings of this month, and compares the same days of the month before", async () => {
  const merchant = await makeMerchant();
  const { shop, affiliateId, actor } = merchant;
  const rival = await addAffiliate(merchant);
  for (const [createdAt, price] of [
    ["2026-02-05T10:00:00Z", "50.00"],
    ["2026-02-25T10:00:00Z", "900.00"],
    ["2026-03-02T10:00:00Z", "100.00"],
    ["2026-03-19T10:00:00Z", "30.00"],
  ] as const) {
    await sell(merchant, { createdAt, price });
  }
  await sell({ ...merchant, ...rival }, { createdAt: "2026-03-19T10:00:00Z", price: "700.00" });
  await adjustAffiliate({ shop, actor, now }, affiliateId, { amount: "2.50", note: "Thanks" });
  const home = await homeAt(shop, affiliateId, now);
  expect(home.month).toEqual({ earned: usd(1550n), before: usd(500n) });
  expect(home.days).toHaveLength(30);
  expect(home.days.filter((day) => day.orders > 0)).toEqual([
    { day: "2026-02-25", clicks: 0, orders: 1, earned: usd(9000n) },
    { day: "2026-03-02", clicks: 0, orders: 1, earned: usd(1000n) },
    { day: "2026-03-19", clicks: 0, orders: 1, earned: usd(300n) },
  ]);
  expect(home.perClick).toBeNull();
  expect(home.pay).toEqual({ kind: "percentage", rateBps: 1000 });
});

it("measures the next tier as the next order will find it", async () => {
  const terms = { commission: doubledFrom(sales(500), thisMonth) };
  const merchant = await makeMerchant("write", { terms });
  const { shop, affiliateId } = merchant;
  await sell(merchant, { createdAt: "2026-02-25T10:00:00Z", price: "450.00" });
  await sell(merchant, { createdAt: "2026-03-02T10:00:00Z", price: "290.00" });
  expect((await homeAt(shop, affiliateId, now)).tiers).toMatchObject([
    {
      programName: "Partners",
      ruleName: null,
      pay: { kind: "percentage", rateBps: 2000 },
      goal: { measure: "sales", amount: { minor: 50_000n, currency: "USD" } },
      reached: { orders: 1, salesMinor: 29_000n },
    },
  ]);
  await sell(merchant, { createdAt: "2026-03-03T10:00:00Z", price: "210.00" });
  expect((await homeAt(shop, affiliateId, now)).tiers).toEqual([]);
});

it("tells a new affiliate their link, their rate, and that nobody set a payout date", async () => {
  const merchant = await makeMerchant();
  await askForEmail({ shop: merchant.domain, email: `${merchant.affiliateId}@example.com` });
  const { cookie } = await postSignIn(tokenIn((await emailsOf(merchant.shopId)).at(-1)));
  const home = await homeOf(cookie ?? "");
  expect(home).toMatchObject({
    month: { earned: { amount: "0.00", currencyCode: "USD" }, change: null },
    conversion: 0,
    perClick: null,
    tiers: [],
    pay: { from: { kind: "percentage", rateBps: 1000 }, upTo: null },
    latest: [],
    outlook: { nextDay: null, account: null, isWaiting: false },
  });
  expect(home.affiliate.referralLink).toContain(merchant.code);
});
