import { expect, it } from "vitest";
import { z } from "zod";
import { parseDecimal } from "#app/domain/money.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { keepCountedClicks } from "#app/store/clicks.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { postSignIn } from "../../support/affiliate-browser.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { countedClick } from "../../support/counted-clicks.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { giveDetails, givePayable, runPlan } from "../../support/paying-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const money = z.object({ amount: z.string(), currencyCode: z.string() });
const minorOf = ({ amount, currencyCode }: z.output<typeof money>) =>
  parseDecimal(amount, currencyCode).minor;
const added = (rows: readonly { amount: z.output<typeof money> }[]) =>
  rows.reduce((sum, { amount }) => sum + minorOf(amount), 0n);

const balance = z.object({ pending: money, available: money, inTransit: money, paid: money });
const orders = z.object({
  balances: z.array(balance),
  commissions: z.array(z.object({ amount: money, state: z.string() })),
});
const home = z.object({
  affiliate: z.object({ balances: z.array(balance) }),
  month: z.object({ earned: money }),
  days: z.array(z.object({ clicks: z.int(), orders: z.int(), earned: money })),
  perClick: money.nullable(),
});
const earnings = z.object({
  commissions: z.array(
    z.object({ kind: z.string(), amount: money, order: z.object({ id: z.string() }).nullable() }),
  ),
});
const links = z.object({ links: z.array(z.object({ figures: z.object({ clicks: z.int() }) })) });
const payouts = z.object({ payouts: z.array(z.object({ amount: money, status: z.string() })) });

/** A planned payout of all available balances; answers its payments. */
async function planned({ token, shopId }: Merchant, amount: string) {
  const expected = [{ method: "paypal", count: 1, total: { amount, currencyCode: "USD" } }];
  const request = apiRequest(token, "/api/v1/payouts", { method: "POST", body: { expected } });
  request.headers.set("Idempotency-Key", `pay ${amount} ${shopId}`);
  const made = z.object({ sections: z.array(z.object({ id: z.string() })) });
  const { sections } = made.parse(JSON.parse((await requestRoute(request)).text));
  const { sectionId } = await runPlan(shopId, sections[0]?.id ?? "");
  return await listPayments(db(), shopId, { filter: { sectionId }, limit: 10, offset: 0 });
}

/** One affiliate with a sale that waits, one that was sent back in part, adjustments, and payouts in each state. */
async function makeAffiliate() {
  const merchant = await makeMerchant();
  const { shopId, affiliateId, code: ref } = merchant;
  const [sold, returned] = [orderBody({ ref, price: "80.00" }), orderBody({ ref, price: "60.00" })];
  await deliver(merchant, "orders/create", sold);
  await deliver(merchant, "orders/create", returned);
  await deliver(merchant, "refunds/create", refundBody(returned.id, { amount: "15.00" }));
  await emptyInbox();
  await giveDetails(shopId, affiliateId);
  await givePayable(shopId, affiliateId, 3000n);
  const [item] = await planned(merchant, "30.00");
  if (!item) throw new Error("Nobody was paid.");
  for (const move of [
    { said: "app", to: "sending" },
    { said: "provider", to: "paid" },
  ] as const) {
    await inTransaction((tx) =>
      movePayments(tx, shopId, [{ paymentId: item.paymentId, move }], { now: new Date() }),
    );
  }
  await givePayable(shopId, affiliateId, 2000n);
  await planned(merchant, "20.00");
  await givePayable(shopId, affiliateId, 700n);
  await givePayable(shopId, affiliateId, -150n);
  return merchant;
}

/** Signs the affiliate in, and answers how to read their pages. */
async function signedIn({ domain, shopId, affiliateId }: Merchant) {
  await requestSignIn({ shop: domain, email: `${affiliateId}@example.com`, now: new Date() });
  const { cookie } = await postSignIn(tokenIn((await emailsOf(shopId)).at(-1)), "203.0.113.77");
  return async (path: string): Promise<unknown> => {
    const headers = { Cookie: `affiliate_session=${cookie}` };
    return JSON.parse((await requestRoute(new Request(`${appUrl}${path}`, { headers }))).text);
  };
}

it("an affiliate's balances are the sums of the lists next to them", async () => {
  const read = await signedIn(await makeAffiliate());
  const { balances, commissions } = orders.parse(await read("/portal/orders"));
  expect(home.parse(await read("/portal")).affiliate.balances).toEqual(balances);
  const own = payouts.parse(await read("/portal/payouts")).payouts;
  expect(balances).toHaveLength(1);
  const [shown] = balances;
  if (!shown) throw new Error("They have earned.");
  const [pending, available] = [minorOf(shown.pending), minorOf(shown.available)];
  const [inTransit, paid] = [minorOf(shown.inTransit), minorOf(shown.paid)];
  expect([available, inTransit, paid]).toEqual([550n, 2000n, 3000n]);
  expect(pending).toBeGreaterThan(0n);
  expect(commissions).toHaveLength(6);
  expect(added(commissions.filter(({ state }) => state === "pending"))).toBe(pending);
  expect(added(commissions)).toBe(pending + available + inTransit + paid);
  expect(added(own.filter(({ status }) => status === "paid"))).toBe(paid);
  expect(added(own.filter(({ status }) => status !== "paid"))).toBe(inTransit);
});

it("the figures of the portal's home are the sums of the affiliate's lists", async () => {
  const merchant = await makeMerchant();
  const { shop, shopId, affiliateId, code: ref, actor } = merchant;
  const now = new Date();
  const createdAt = now.toISOString();
  const kept = orderBody({ ref, price: "80.00", createdAt });
  const returned = orderBody({ ref, price: "15.00", quantity: 4, createdAt });
  await deliver(merchant, "orders/create", kept);
  await deliver(merchant, "orders/create", returned);
  await deliver(merchant, "refunds/create", refundBody(returned.id, { amount: "15.00", at: createdAt }));
  await emptyInbox();
  await givePayable(shopId, affiliateId, 700n, { at: now });
  const link = { name: "Mug", target: "/products/mug" };
  const linkId = await createLink({ shop, actor, now }, affiliateId, link);
  if (typeof linkId !== "string") throw new Error(linkId.reason.code);
  const clicks = ["ana", "ben", "ben"].map((visitorHash) => ({
    ...countedClick({ shopId, affiliateId }, { visitorHash, at: now }),
    linkId,
  }));
  await keepCountedClicks(clicks, now);

  const read = await signedIn(merchant);
  const { month, days, perClick } = home.parse(await read("/portal"));
  const { commissions } = earnings.parse(await read("/portal/orders"));
  const ofOrders = commissions.filter(({ kind }) => kind === "order");
  expect(minorOf(month.earned)).toBe(1950n);
  expect(minorOf(month.earned)).toBe(added(commissions));
  expect(added(days.map(({ earned }) => ({ amount: earned })))).toBe(added(ofOrders));
  const total = (name: "clicks" | "orders") => days.reduce((sum, day) => sum + day[name], 0);
  expect(total("orders")).toBe(new Set(ofOrders.map(({ order }) => order?.id)).size);
  const listed = links.parse(await read("/portal/links")).links;
  expect(total("clicks")).toBe(listed.reduce((sum, { figures }) => sum + figures.clicks, 0));
  expect(total("clicks")).toBe(3);
  expect(added(ofOrders)).toBe(1250n);
  expect(perClick).toEqual({ amount: "4.17", currencyCode: "USD" });
});
