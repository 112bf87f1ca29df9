import { expect, it } from "vitest";
import { payoutDetailWire } from "#app/contracts/payout.ts";
import { skippedListWire } from "#app/contracts/payout-skipped.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addPayees, giveDetails, givePayable, runPlan } from "../../support/paying-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

const call = async (token: string, path: string, init: { method?: string; body?: unknown } = {}) =>
  withData(await requestRoute(apiRequest(token, `/api/v1${path}`, init)));

it("a payout keeps whom it skipped and why, whatever is true of them later", async () => {
  const shop = await makeMerchant();
  const { token, shopId } = shop;
  await addPayees(shop, [600n]);
  const [without, owing] = [await addAffiliate(shop), await addAffiliate(shop)];
  await givePayable(shopId, without.affiliateId, 900n);
  await givePayable(shopId, owing.affiliateId, -50n);
  const expected = [{ method: "paypal", count: 1, total: { amount: "6.00", currencyCode: "USD" } }];
  const request = apiRequest(token, "/api/v1/payouts", { method: "POST", body: { expected } });
  request.headers.set("Idempotency-Key", `left-out ${shopId}`);
  const { id, sections } = wireOf(payoutDetailWire, withData(await requestRoute(request)).data);
  await runPlan(shopId, sections[0]?.id ?? "");
  await giveDetails(shopId, without.affiliateId);
  expect(wireOf(payoutDetailWire, (await call(token, `/payouts/${id}`)).data).skipped).toMatchObject([
    { reason: "negative", count: 1, available: { amount: "-0.50" } },
    { reason: "no_details", text: "No payout details", count: 1, available: { amount: "9.00" } },
  ]);
  const first = wireOf(skippedListWire, (await call(token, `/payouts/${id}/skipped?limit=1`)).data);
  expect(first.pagination.total).toBe(2);
  const next = await call(token, `/payouts/${id}/skipped?limit=1&cursor=${first.nextCursor ?? ""}`);
  const rest = wireOf(skippedListWire, next.data);
  expect(rest.nextCursor).toBeNull();
  const left = [...first.skipped, ...rest.skipped].map((one) => one.affiliate.id);
  expect(new Set(left)).toEqual(new Set<string>([without.affiliateId, owing.affiliateId]));
  const narrowed = await call(token, `/payouts/${id}/skipped?status=no_details`);
  expect(narrowed.data).toMatchObject({ skipped: [{ affiliate: { id: without.affiliateId } }] });
  expect((await call(token, `/payouts/${id}/skipped?status=nonsense`)).status).toBe(400);
  const page = (path: string) => requestRoute(pageRequest(token, `/dashboard${path}`));
  expect((await page(`/affiliates/payouts/${id}/skipped`)).text).toContain(without.affiliateId);
  expect((await page(`/export/${id}/skipped.csv?status=negative`)).text).toContain(
    '"-0.50","Owes your store"',
  );
  const file = (await page(`/export/${id}/payout-payments.csv`)).text;
  expect(file).toContain('"skipped","","","","No payout details"');
  const widths = file
    .trim()
    .split("\r\n")
    .map((line) => line.split('","').length);
  expect(new Set(widths).size).toBe(1);
  expect((await page(`/export/${id}/payout-payments.csv?status=planned`)).text).not.toContain('"skipped"');
});
