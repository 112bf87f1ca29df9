import { describe, expect, it } from "vitest";
import { attributionPreviewWire, attributionWire } from "#app/contracts/attribution.ts";
import { claimListWire, decidedClaimWire } from "#app/contracts/claim.ts";
import { boundCustomerListWire, boundCustomerWire } from "#app/contracts/pointing.ts";
import { defaultRules } from "#app/domain/attribution.ts";
import { makeClaim } from "#app/flows/attribution/claims.ts";
import { db } from "#app/platform/db.server.ts";
import { auditEvents } from "#app/store/schema/shops.ts";
import { eq } from "drizzle-orm";
import { action as changeRules, loader as rules } from "../../../app/routes/api/v1/attribution.ts";
import { action as preview } from "../../../app/routes/api/v1/attribution.preview.ts";
import { action as bind, loader as customers } from "../../../app/routes/api/v1/attribution.customers.ts";
import { action as unbind } from "../../../app/routes/api/v1/attribution.customer.ts";
import { action as give } from "../../../app/routes/api/v1/attribution.products.ts";
import { action as take } from "../../../app/routes/api/v1/attribution.product.ts";
import { loader as claims } from "../../../app/routes/api/v1/claims.ts";
import { action as decide } from "../../../app/routes/api/v1/claim.decision.ts";
import { action as attributionForm } from "../../../app/routes/admin/attribution.tsx";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Door = (args: { request: Request; params: Record<string, string> }) => Promise<Response> | Response;
type Call = { method?: string; body?: unknown; id?: string };

async function call(door: Door, token: string, { id = "", ...init }: Call = {}) {
  const request = apiRequest(token, "/api/v1/attribution", init);
  const answer = await door({ request, params: { id } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const put = (body: unknown) => ({ method: "PUT", body });
const post = (body: unknown, id = "") => ({ method: "POST", body, id });

describe("the rules of attribution", () => {
  it("are the defaults, then what was chosen, each version kept", async () => {
    const { token, shopId } = await makeMerchant();
    const first = await call(rules, token);
    expect(attributionWire.parse(first.body)).toMatchObject({ version: 0, rules: { touch: "last" } });
    const chosen = { ...defaultRules, touch: "first", binding: { kind: "days", days: 90 } };
    const changed = await call(changeRules, token, put(chosen));
    expect(attributionWire.parse(changed.body)).toMatchObject({ version: 1, rules: chosen });
    expect((await call(changeRules, token, put(chosen))).body).toMatchObject({ version: 1 });
    expect((await call(rules, token)).body).toEqual(changed.body);
    const events = await db().select().from(auditEvents).where(eq(auditEvents.shopId, shopId));
    expect(events.filter((one) => one.action === "rules-changed")).toHaveLength(1);
  });

  it.each([
    ["precedence", { ...defaultRules, precedence: ["code", "code"] }],
    ["precedence.0", { ...defaultRules, precedence: ["magic"] }],
    ["touch", { ...defaultRules, touch: "middle" }],
    ["binding.days", { ...defaultRules, binding: { kind: "days", days: 0 } }],
    ["binding.days", { ...defaultRules, binding: { kind: "days", days: 3651 } }],
    ["more", { ...defaultRules, more: true }],
  ])("are refused at the field %s", async (field, body) => {
    const { token } = await makeMerchant();
    const answer = await call(changeRules, token, put(body));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await call(rules, token)).body).toMatchObject({ version: 0 });
  });

  it("are saved by the form, and refused there at the days", async () => {
    const { token } = await makeMerchant();
    const posted = (days: string) =>
      attributionForm({
        request: formRequest(token, "/dashboard/settings/attribution", [
          ["precedence", "landing"],
          ["touch", "last"],
          ["binding", "days"],
          ["bindingDays", days],
          ["newCustomer", "affiliate"],
        ]),
        params: {},
        context: {},
      });
    expect(await posted("x")).toMatchObject({
      data: { ok: false, errors: [{ field: "bindingDays" }] },
      init: { status: 400 },
    });
    expect(await posted("30")).toEqual({ ok: true });
    expect((await call(rules, token)).body).toMatchObject({
      rules: { precedence: ["landing"], binding: { kind: "days", days: 30 }, newCustomer: "affiliate" },
    });
  });

  it("tell beforehand which orders they would have credited to somebody else, and change none", async () => {
    const merchant = await makeMerchant();
    const body = orderBody({ ref: merchant.code });
    await deliver(merchant, "orders/create", body);
    await emptyInbox();
    const none = { ...defaultRules, precedence: ["code"] };
    const answer = await call(preview, merchant.token, post(none));
    expect(attributionPreviewWire.parse(answer.body)).toEqual({
      orders: 1,
      changed: [
        {
          id: String(body.id),
          name: body.name,
          from: { id: merchant.affiliateId, name: `Affiliate ${merchant.code}` },
          to: null,
        },
      ],
    });
    const same = await call(preview, merchant.token, post(defaultRules));
    expect(same.body).toMatchObject({ changed: [] });
    expect((await call(rules, merchant.token)).body).toMatchObject({ version: 0 });
  });

  it("are changed by nobody who may only read", async () => {
    const { token } = await makeMerchant("read");
    expect((await call(changeRules, token, put(defaultRules))).status).toBe(403);
    expect((await call(bind, token, post({}))).status).toBe(403);
    expect((await call(decide, token, post({ decision: "accept" }))).status).toBe(403);
  });
});

describe("bound customers and owned products", () => {
  it("are bound, found by the whole address, and ended; the address is kept nowhere", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    const bound = await call(bind, token, post({ email: "Lionel@Shop.example", affiliateId: merchant.code }));
    expect(bound.status).toBe(201);
    const customer = boundCustomerWire.parse(bound.body);
    const again = await call(bind, token, post({ email: "lionel@shop.example", affiliateId: merchant.code }));
    expect(again).toMatchObject({ status: 409, body: { errors: [{ field: "email" }] } });
    const request = apiRequest(
      token,
      "/api/v1/attribution/customers?search=LIONEL@shop.example&status=active",
    );
    const list = boundCustomerListWire.parse(await (await customers({ request, params: {} })).json());
    expect(list).toMatchObject({ customers: [customer], pagination: { total: 1 } });
    // A name of letters that no id is made of.
    expect(JSON.stringify([bound.body, list])).not.toMatch(/lionel/i);
    expect((await call(unbind, token, { method: "DELETE", id: customer.id })).body).toEqual({ ended: true });
    expect((await call(unbind, token, { method: "DELETE", id: customer.id })).status).toBe(404);
  });

  it("name somebody who is there", async () => {
    const { token, code } = await makeMerchant();
    const unknown = post({ email: "eve@shop.example", affiliateId: "nobody" });
    expect(await call(bind, token, unknown)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "affiliateId" }] },
    });
    expect(await call(give, token, post({ productId: "x'", affiliateId: code }))).toMatchObject({
      status: 400,
      body: { errors: [{ field: "productId" }] },
    });
    expect((await call(take, token, { method: "DELETE", id: "1" })).status).toBe(404);
  });
});

describe("claims", () => {
  it("are listed and answered once; declining says why", async () => {
    const merchant = await makeMerchant();
    const { token, shopId } = merchant;
    const other = await addAffiliate(merchant);
    const body = orderBody();
    await deliver(merchant, "orders/create", body);
    await emptyInbox();
    const of = { shopId, affiliateId: other.affiliateId };
    await makeClaim(of, { order: body.name, note: "Mine" }, new Date());
    const { claims: listed } = claimListWire.parse((await call(claims, token)).body);
    const id = listed[0]?.id ?? "";
    expect(listed).toMatchObject([{ orderId: String(body.id), status: "open", note: "Mine" }]);
    expect(await call(decide, token, post({ decision: "decline" }, id))).toMatchObject({
      status: 400,
      body: { errors: [{ field: "answer" }] },
    });
    const accepted = await call(decide, token, post({ decision: "accept" }, id));
    expect(decidedClaimWire.parse(accepted.body)).toMatchObject({
      claim: { status: "accepted" },
      credited: { id: other.affiliateId },
    });
    expect((await call(decide, token, post({ decision: "accept" }, id))).status).toBe(422);
    expect((await call(decide, token, post({ decision: "accept" }, "clm_none"))).status).toBe(404);
  });
});
