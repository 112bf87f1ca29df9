import { describe, expect, it } from "vitest";
import { attributionPreviewWire, attributionWire } from "#app/contracts/attribution.ts";
import { claimListWire, decidedClaimWire } from "#app/contracts/claim.ts";
import { boundCustomerListWire, boundCustomerWire } from "#app/contracts/pointing.ts";
import { defaultRules } from "#app/domain/attribution.ts";
import { createClaim } from "#app/flows/attribution/claims.ts";
import { db } from "#app/platform/db.server.ts";
import { auditEvents } from "#app/store/schema/shops.ts";
import { eq } from "drizzle-orm";
import { action as attributionForm } from "../../../app/routes/admin/attribution.tsx";
import { callApi } from "../../support/call-api.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { formRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

describe("the rules of attribution", () => {
  it("are the defaults, then what was chosen, each version kept", async () => {
    const { token, shopId } = await makeMerchant();
    const first = await callApi(token, "GET /attribution");
    expect(attributionWire.parse(first.body)).toMatchObject({ version: 0, rules: { touch: "last" } });
    const chosen = { ...defaultRules, touch: "first", binding: { kind: "days", days: 90 } };
    const changed = await callApi(token, "PUT /attribution", chosen);
    expect(attributionWire.parse(changed.body)).toMatchObject({ version: 1, rules: chosen });
    expect((await callApi(token, "PUT /attribution", chosen)).body).toMatchObject({ version: 1 });
    expect((await callApi(token, "GET /attribution")).body).toEqual(changed.body);
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
    const answer = await callApi(token, "PUT /attribution", body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await callApi(token, "GET /attribution")).body).toMatchObject({ version: 0 });
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
    expect((await callApi(token, "GET /attribution")).body).toMatchObject({
      rules: { precedence: ["landing"], binding: { kind: "days", days: 30 }, newCustomer: "affiliate" },
    });
  });

  it("tell beforehand which orders they would have credited to somebody else, and change none", async () => {
    const merchant = await makeMerchant();
    const body = orderBody({ ref: merchant.code });
    await deliver(merchant, "orders/create", body);
    await emptyInbox();
    const none = { ...defaultRules, precedence: ["code"] };
    const answer = await callApi(merchant.token, "POST /attribution/preview", none);
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
    const same = await callApi(merchant.token, "POST /attribution/preview", defaultRules);
    expect(same.body).toMatchObject({ changed: [] });
    expect((await callApi(merchant.token, "GET /attribution")).body).toMatchObject({ version: 0 });
  });

  it("are changed by nobody who may only read", async () => {
    const { token } = await makeMerchant("read");
    expect((await callApi(token, "PUT /attribution", defaultRules)).status).toBe(403);
    expect((await callApi(token, "POST /attribution/customers", {})).status).toBe(403);
    expect((await callApi(token, "POST /claims/x/decision", { decision: "accept" })).status).toBe(403);
  });
});

describe("lifetime customers and product assignments", () => {
  it("are added, found by the whole address, and ended; the address is kept nowhere", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    const bound = await callApi(token, "POST /attribution/customers", {
      email: "Lionel@Shop.example",
      affiliateId: merchant.code,
    });
    expect(bound.status).toBe(201);
    const customer = boundCustomerWire.parse(bound.body);
    const again = await callApi(token, "POST /attribution/customers", {
      email: "lionel@shop.example",
      affiliateId: merchant.code,
    });
    expect(again).toMatchObject({ status: 409, body: { errors: [{ field: "email" }] } });
    const found = await callApi(token, "GET /attribution/customers?search=LIONEL@shop.example&status=active");
    const list = boundCustomerListWire.parse(found.body);
    expect(list).toMatchObject({ customers: [customer], pagination: { total: 1 } });
    // A name of letters that no id is made of.
    expect(JSON.stringify([bound.body, list])).not.toMatch(/lionel/i);
    expect((await callApi(token, `DELETE /attribution/customers/${customer.id}`)).body).toEqual({
      ended: true,
    });
    expect((await callApi(token, `DELETE /attribution/customers/${customer.id}`)).status).toBe(404);
  });

  it("name somebody who is there", async () => {
    const { token, code } = await makeMerchant();
    const unknown = { email: "eve@shop.example", affiliateId: "nobody" };
    expect(await callApi(token, "POST /attribution/customers", unknown)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "affiliateId" }] },
    });
    expect(
      await callApi(token, "POST /attribution/products", { productId: "x'", affiliateId: code }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: "productId" }] },
    });
    expect((await callApi(token, "DELETE /attribution/products/1")).status).toBe(404);
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
    await createClaim(of, { order: body.name, note: "Mine" }, new Date());
    const { claims: listed } = claimListWire.parse((await callApi(token, "GET /claims")).body);
    const id = listed[0]?.id ?? "";
    expect(listed).toMatchObject([{ orderId: String(body.id), status: "open", note: "Mine" }]);
    expect(await callApi(token, `POST /claims/${id}/decision`, { decision: "decline" })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "answer" }] },
    });
    const accepted = await callApi(token, `POST /claims/${id}/decision`, { decision: "accept" });
    expect(decidedClaimWire.parse(accepted.body)).toMatchObject({
      claim: { status: "accepted" },
      credited: { id: other.affiliateId },
    });
    expect((await callApi(token, `POST /claims/${id}/decision`, { decision: "accept" })).status).toBe(422);
    expect((await callApi(token, "POST /claims/clm_none/decision", { decision: "accept" })).status).toBe(404);
  });
});
