import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { currentPaypalAccount } from "#app/store/payout-details.ts";
import { startLocalPaypal, type LocalPaypal } from "../../../local-paypal/server.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { setEnv } from "../../support/environment.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";

const secret = "the-secret-2c71";
const clientId = "AbCdEfGhIjKlMnOpQrStUvWxYz";
const path = "/dashboard/settings/payouts/paypal";

let paypal: LocalPaypal;
beforeAll(async () => {
  paypal = await startLocalPaypal({ clientId, clientSecret: secret });
  setEnv({ PAYPAL_LOCAL_URL: paypal.url, PAYPAL_URL: "" });
});
afterAll(() => paypal.close());

const fields = { intent: "connect", environment: "sandbox", clientId, clientSecret: secret };
const post = (token: string, given: Record<string, string>) =>
  requestRoute(formRequest(token, path, Object.entries(given)));

it("connects and disconnects an account, and answers its secret nowhere", async () => {
  const { token, shopId } = await makeMerchant();
  const written = vi.spyOn(process.stdout, "write");
  const connected = await post(token, fields);
  expect([connected.status, JSON.parse(connected.text)]).toEqual([
    200,
    { ok: true, text: "PayPal connected" },
  ]);
  expect(await currentPaypalAccount(db(), shopId)).toMatchObject({ clientId, environment: "sandbox" });
  const page = await requestRoute(pageRequest(token, "/dashboard/settings/payouts"));
  expect(JSON.parse(page.text)).toMatchObject({
    paypal: {
      account: { environment: "sandbox", clientId: "AbCd…WxYz" },
      isServerPaying: false,
      retired: [],
    },
  });
  const api = await requestRoute(apiRequest(token, "/api/v1/payout-settings"));
  const audit = await listAudit(db(), shopId, { kind: "shop", id: shopId });
  const told = [
    connected.text,
    page.text,
    api.text,
    JSON.stringify(audit),
    JSON.stringify(written.mock.calls),
  ];
  written.mockRestore();
  for (const text of told) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(clientId);
  }
  const gone = await post(token, { intent: "disconnect" });
  expect(JSON.parse(gone.text)).toEqual({ ok: true, text: "PayPal disconnected" });
  expect((await post(token, { intent: "disconnect" })).status).toBe(409);
});

it.each([
  [{ ...fields, clientSecret: "wrong-one-77" }, ["clientSecret"]],
  [{ ...fields, clientSecret: "" }, ["clientSecret"]],
  [{ ...fields, clientId: "  " }, ["clientId"]],
  [{ ...fields, clientId: "two words", clientSecret: "x\ny" }, ["clientId", "clientSecret"]],
  [{ ...fields, clientId: "a:b" }, ["clientId"]],
  [{ ...fields, clientId: "x".repeat(301) }, ["clientId"]],
  [{ ...fields, environment: "prod" }, ["environment"]],
  [{ intent: "steal" }, ["intent"]],
])("refuses %j at its fields, and answers no secret back", async (given, wrong) => {
  const { token, shopId } = await makeMerchant();
  const before = await currentPaypalAccount(db(), shopId);
  const answer = await post(token, given);
  const body = JSON.parse(answer.text) as { errors: { field: string }[]; given: object };
  expect([answer.status, body.errors.map((one) => one.field)]).toEqual([400, wrong]);
  expect(body.given).not.toHaveProperty("clientSecret");
  expect(await currentPaypalAccount(db(), shopId)).toEqual(before);
});

it("is closed to members who may only read, and to strangers", async () => {
  const { token, shopId } = await makeMerchant("read");
  const before = await currentPaypalAccount(db(), shopId);
  expect((await post(token, fields)).status).toBe(403);
  expect((await post("nobody", fields)).status).not.toBe(200);
  expect(await currentPaypalAccount(db(), shopId)).toEqual(before);
});
