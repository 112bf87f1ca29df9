import { expect, it } from "vitest";
import { flagListWire, flagViewWire, flagWire } from "#app/contracts/flag.ts";
import { fraudRuleListWire } from "#app/contracts/fraud-rule.ts";
import { chooseFraudRule } from "#app/flows/fraud/rules.ts";
import { watchAffiliates } from "#app/flows/fraud/watch-fraud.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { markEmail } from "#app/store/affiliate-marks.ts";
import { listFlags } from "#app/store/flags.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { longAgo } from "../../support/selling-shop.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { commissionsOf, sell } from "../../support/sold-under.ts";

const email = "ada@own.example";

/** A merchant whose affiliate bought themself. */
async function flagged() {
  const shop = await makeMerchant();
  const of = { shopId: shop.shopId, affiliateId: shop.affiliateId, email };
  await inTransaction((tx) => markEmail(tx, of, longAgo));
  const body = await sell(shop, { email });
  const [flag] = await listFlags(db(), shop.shopId, { filter: {}, limit: 10, offset: 0 });
  if (!flag) throw new Error("Nothing was flagged.");
  return { shop, body, id: flag.flagId, token: shop.token };
}

async function call(token: string, path: string, init: { method?: string; body?: unknown } = {}) {
  return withData(await requestRoute(apiRequest(token, `/api/v1${path}`, init)));
}

it("flags are listed, read and decided by the API, each by its own shop only", async () => {
  const { token, id, shop, body } = await flagged();
  const list = await call(token, "/flags?kind=self-referral&status=open&search=Affiliate");
  expect(flagListWire.parse(list.data)).toMatchObject({ flags: [{ id, name: "Self-referral" }] });
  expect((await call(token, "/flags?kind=burst")).data).toMatchObject({ flags: [] });
  const other = await makeMerchant();
  expect((await call(other.token, `/flags/${id}`)).status).toBe(404);
  const dismissed = { method: "POST", body: { status: "dismissed" } };
  expect((await call(other.token, `/flags/${id}/decision`, dismissed)).status).toBe(404);
  expect(flagWire.parse((await call(token, `/flags/${id}`)).data).about.name).toBe(body.name);
  expect((await call(token, `/flags/${id}/decision`, dismissed)).data).toMatchObject({ status: "dismissed" });
  expect((await commissionsOf(shop, body))[0]?.decision).toBeNull();
  expect((await call(token, `/flags/${id}/decision`, dismissed)).status).toBe(422);
});

it("a flag is confirmed by the API, and its commission denied with a reason", async () => {
  const { token, id, shop, body } = await flagged();
  const decide = (asked: unknown) => call(token, `/flags/${id}/decision`, { method: "POST", body: asked });
  const reasonless = await decide({ status: "confirmed", denyCommission: true });
  expect([reasonless.status, reasonless.fields]).toEqual([400, ["note"]]);
  const dismissing = await decide({ status: "dismissed", denyCommission: true, note: "No" });
  expect([dismissing.status, dismissing.fields]).toEqual([400, ["denyCommission"]]);
  expect((await commissionsOf(shop, body))[0]?.decision).toBe("held");
  const denied = await decide({ status: "confirmed", denyCommission: true, note: "Self-referral" });
  expect([denied.status, denied.data]).toMatchObject([200, { status: "confirmed" }]);
  expect((await commissionsOf(shop, body))[0]?.decision).toBe("denied");
});

it("a commission that a rule holds names the rule in the API", async () => {
  const { token } = await flagged();
  expect((await call(token, "/commissions?status=on_hold")).data).toMatchObject({
    commissions: [{ reason: { text: "Self-referral rule" }, rule: { kind: "self-referral" } }],
  });
});

it("rules are read and chosen by the API, within their limits", async () => {
  const { token } = await makeMerchant();
  const put = (kind: string, body: unknown) => call(token, `/fraud-rules/${kind}`, { method: "PUT", body });
  const chosen = await put("fast-order", { action: "deny", limits: { seconds: 20 } });
  const { rules } = fraudRuleListWire.parse(chosen.data);
  expect(rules.find((one) => one.kind === "fast-order")).toMatchObject({ action: "deny" });
  expect((await call(token, "/fraud-rules")).data).toEqual(chosen.data);
  expect((await put("fast-order", { action: "deny", limits: { seconds: 100_000 } })).status).toBe(400);
  expect((await put("burst", { action: "refuse" })).status).toBe(400);
  expect((await put("burst", { action: "deny" })).status).toBe(200);
  expect((await put("horoscope", { action: "note" })).status).toBe(404);
});

it("a rule is tried on the last 30 days under other limits, and nothing is saved", async () => {
  const { shop, token } = await flagged();
  const before = await snapshotOf(shop.shopId);
  const attempt = async (kind: string, limits: Record<string, number> = {}) =>
    (await call(token, `/fraud-rules/${kind}/preview`, { method: "POST", body: { limits } })).data;
  // An old order is not among those of the last 30 days.
  expect(await attempt("self-referral")).toMatchObject({ found: 0, looked: 0 });
  const createdAt = new Date(Date.now() - 86_400_000).toISOString().replace(/\.\d+/, "");
  await sell(shop, { email, createdAt });
  await sell(shop, { createdAt });
  expect(await attempt("self-referral")).toEqual({
    found: 1,
    looked: 2,
    isCapped: false,
    affiliateFlags: null,
  });
  expect(await attempt("burst")).toMatchObject({ found: 0, looked: 2, affiliateFlags: 0 });
  await sell(shop, { createdAt });
  expect(await attempt("burst", { orders: 3, times: 2 })).toMatchObject({
    found: 3,
    looked: 3,
    affiliateFlags: 1,
  });
  expect(await attempt("shared-payout")).toMatchObject({ found: 0, affiliateFlags: 0 });
  expect(await attempt("fast-order", { seconds: 100_000 })).toMatchObject({
    errors: [{ field: "limits.seconds" }],
  });
  expect((await snapshotOf(shop.shopId))["fraud_rules"]).toBe(before["fraud_rules"]);
});

it("a burst is shown by the hour, with the orders that a visit led to", async () => {
  const shop = await makeMerchant();
  for (const hour of ["07", "07", "09"]) await sell(shop, { createdAt: `2026-03-02T${hour}:10:00Z` });
  const now = new Date("2026-03-02T20:00:00Z");
  const choice = { kind: "burst", action: "note", limits: { orders: 3, times: 2 } } as const;
  await chooseFraudRule({ shop, actor: shop.actor, now }, choice);
  await watchAffiliates({ shopId: shop.shopId, timeZone: "UTC" }, now);
  const [flag] = await listFlags(db(), shop.shopId, { filter: {}, limit: 10, offset: 0 });
  const { overTime } = flagViewWire.parse((await call(shop.token, `/flags/${flag?.flagId}`)).data);
  expect(overTime).toMatchObject({ what: "orders", unit: "hour" });
  expect(overTime?.points).toHaveLength(24);
  expect(overTime?.points.filter((one) => one.count > 0)).toEqual([
    { at: "07", count: 2, visited: 2 },
    { at: "09", count: 1, visited: 1 },
  ]);
});

it("the pages answer, the file has every flag, and a form decides about several", async () => {
  const { token, id, body } = await flagged();
  const paths = ["/affiliates/flags", `/affiliates/flags/${id}`, "/settings/fraud", `/orders/${body.id}`];
  const statuses = [];
  for (const path of paths) {
    statuses.push((await requestRoute(pageRequest(token, `/dashboard${path}`))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200]);
  const file = await requestRoute(pageRequest(token, "/dashboard/export/flags.csv"));
  expect(file.text).toContain("Self-referral");
  const answer = await requestRoute(
    formRequest(token, "/dashboard/affiliates/flags", [
      ["status", "confirmed"],
      ["note", "Sure"],
      ["ids", id],
    ]),
  );
  expect(withData(answer).data).toMatchObject({ ok: true, changed: 1, unchanged: [] });
});
