import { expect, it } from "vitest";
import { flagListWire, flagWire, fraudRuleListWire } from "#app/contracts/flag.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { markEmail } from "#app/store/affiliate-marks.ts";
import { listFlags } from "#app/store/flags.ts";
import { withData } from "../../support/answered.ts";
import { knock } from "../../support/app-doors.ts";
import { longAgo } from "../../support/selling-shop.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
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
  return withData(await knock(apiRequest(token, `/api/v1${path}`, init)));
}

it("flags are listed, read and decided by the API, each by its own shop only", async () => {
  const { token, id, shop, body } = await flagged();
  const list = await call(token, "/flags?kind=self-referral&status=open&search=Affiliate");
  expect(flagListWire.parse(list.data)).toMatchObject({ flags: [{ id, name: "Own order" }] });
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

it("rules are read and chosen by the API, within their limits", async () => {
  const { token } = await makeMerchant();
  const put = (kind: string, body: unknown) => call(token, `/fraud-rules/${kind}`, { method: "PUT", body });
  const chosen = await put("fast-order", { action: "deny", limits: { seconds: 20 } });
  const { rules } = fraudRuleListWire.parse(chosen.data);
  expect(rules.find((one) => one.kind === "fast-order")).toMatchObject({ action: "deny" });
  expect((await call(token, "/fraud-rules")).data).toEqual(chosen.data);
  expect((await put("fast-order", { action: "deny", limits: { seconds: 100_000 } })).status).toBe(400);
  expect((await put("burst", { action: "deny" })).status).toBe(422);
  expect((await put("horoscope", { action: "note" })).status).toBe(404);
});

it("the pages answer, the file has every flag, and a form decides about several", async () => {
  const { token, id, body } = await flagged();
  const paths = ["/affiliates/flags", `/affiliates/flags/${id}`, "/settings/fraud", `/orders/${body.id}`];
  const statuses = [];
  for (const path of paths) {
    statuses.push((await knock(pageRequest(token, `/dashboard${path}`))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200]);
  const file = await knock(pageRequest(token, "/dashboard/flags.csv"));
  expect(file.text).toContain("Own order");
  const answer = await knock(
    formRequest(token, "/dashboard/affiliates/flags", [
      ["status", "confirmed"],
      ["note", "Sure"],
      ["ids", id],
    ]),
  );
  expect(withData(answer).data).toMatchObject({ ok: true, changed: 1, unchanged: [] });
});
