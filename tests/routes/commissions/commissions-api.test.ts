import { describe, expect, it } from "vitest";
import {
  adjustmentWire,
  commissionDetailWire,
  type CommissionDetailWire,
  commissionListWire,
} from "#app/contracts/commission.ts";
import { orderExplanationWire, orderWire } from "#app/contracts/order.ts";
import { encode } from "#app/contracts/wire.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { commissionOf, faultsOfBooks, owedTo, posted, sell } from "../../support/decided.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function post(merchant: Merchant, path: string, body: unknown, key?: string) {
  const request = apiRequest(merchant.token, `/api/v1/${path}`, { method: "POST", body });
  if (key !== undefined) request.headers.set("Idempotency-Key", key);
  return withData(await requestRoute(request));
}

const get = async (merchant: Merchant, path: string) =>
  withData(await requestRoute(apiRequest(merchant.token, `/api/v1/${path}`)));

describe("POST /api/v1/commissions/{id}/decisions", () => {
  it("answers the commission as it is then, and refuses with the reason", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const path = `commissions/${commissionId}/decisions`;
    const denied = await post(merchant, path, { kind: "denied", note: "A self-referral" });
    expect(denied.status).toBe(200);
    expect(commissionDetailWire.safeParse(denied.data).error).toBeUndefined();
    expect(denied.data).toMatchObject({
      status: "denied",
      amount: { amount: "0.00" },
      open: ["reopened"],
      decisions: [{ kind: "denied", note: "A self-referral", by: merchant.actor.name }],
    });
    const again = await post(merchant, path, { kind: "held" });
    expect([again.status, again.fields]).toEqual([422, ["kind"]]);
    expect(again.data).toMatchObject({ message: "This commission is denied, so it can't be put on hold." });
    const other = await makeMerchant();
    expect((await post(other, path, { kind: "reopened" })).status).toBe(404);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("approves a commission under manual approval, which is listed as to approve until then", async () => {
    const merchant = await makeMerchant("write", { terms: { approval: "manual", approvalDays: 0 } });
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const waiting = await get(merchant, "commissions?status=to_approve");
    expect(waiting.data).toMatchObject({
      commissions: [{ id: commissionId, status: "to_approve", reason: { text: "Ready for your approval" } }],
      pagination: { total: 1 },
    });
    const approved = await post(merchant, `commissions/${commissionId}/decisions`, { kind: "approved" });
    expect(approved).toMatchObject({
      status: 200,
      data: { status: "approved", approved: { amount: "10.00" } },
    });
    expect((await get(merchant, "commissions?status=to_approve")).data).toMatchObject({ commissions: [] });
  });

  it("is refused to a key that may only read", async () => {
    const merchant = await makeMerchant("read");
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    for (const [path, body] of [
      [`commissions/${commissionId}/decisions`, { kind: "approved" }],
      [`commissions/${commissionId}/adjustments`, { amount: "1.00", note: "x" }],
      [`affiliates/${merchant.affiliateId}/adjustments`, { amount: "1.00", note: "x" }],
    ] as const) {
      expect([path, (await post(merchant, path, body)).status]).toEqual([path, 403]);
    }
    expect(await posted(merchant)).toEqual(["earned expense 1000"]);
  });
});

describe("the calls that adjust", () => {
  it("post once under a key that is sent twice, and answer who adjusted", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const path = `commissions/${commissionId}/adjustments`;
    const body = { amount: "-2.50", note: "Too much" };
    const answers = [await post(merchant, path, body, "once"), await post(merchant, path, body, "once")];
    expect(answers.map((one) => one.status)).toEqual([201, 201]);
    expect(adjustmentWire.safeParse(answers[0]?.data).error).toBeUndefined();
    expect(answers[0]?.data).toMatchObject({
      commissionId,
      affiliateId: merchant.affiliateId,
      amount: { amount: "-2.50", currencyCode: "USD" },
      note: "Too much",
      by: merchant.actor.name,
    });
    expect(answers[1]?.data).toEqual(answers[0]?.data);
    const about = await post(merchant, `affiliates/${merchant.affiliateId}/adjustments`, {
      amount: "4.00",
      note: "Thanks",
    });
    expect(about.data).toMatchObject({ commissionId: null, amount: { amount: "4.00" } });
    expect(await owedTo(merchant)).toEqual([1000n, 150n]);
  });
});

describe("POST /api/v1/commissions", () => {
  it("adds one that is listed with the others, sorted and narrowed by kind", async () => {
    const merchant = await makeMerchant();
    const orderId = await sell(merchant);
    const { affiliateId, programId } = merchant;
    const body = { affiliateId, programId, amount: "12.00", note: "From last year", order: String(orderId) };
    const added = await post(merchant, "commissions", body);
    expect(added.status).toBe(201);
    const commission = encode(commissionDetailWire, commissionDetailWire.parse(added.data));
    expect(commission).toMatchObject({
      kind: "manual",
      status: "pending",
      order: { id: String(orderId), name: `#${orderId}` },
      amount: { amount: "12.00", currencyCode: "USD" },
      added: { note: "From last year", by: merchant.actor.name },
    });
    const list = async (query: string) => {
      const { data } = await get(merchant, `commissions?${query}`);
      return commissionListWire.parse(data);
    };
    const [newest] = (await list("sort=newest&limit=1")).commissions;
    expect(newest?.id).toBe(commission.id);
    const first = await list("sort=oldest&limit=1");
    expect(first.commissions.map((one) => one.kind)).toEqual(["order"]);
    const second = await list(`sort=oldest&limit=1&cursor=${first.nextCursor ?? ""}`);
    expect(second.commissions.map((one) => one.id)).toEqual([commission.id]);
    expect(second.nextCursor).toBeNull();
    expect((await list("kind=manual")).commissions.map((one) => one.id)).toEqual([commission.id]);
    expect((await list("kind=bonus")).pagination.total).toBe(0);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });

  it("without an order is a line of the file", async () => {
    const merchant = await makeMerchant();
    const { affiliateId } = merchant;
    const added = await post(merchant, "commissions", { affiliateId, amount: "12.00", note: "x" });
    const { id } = added.data as CommissionDetailWire;
    const request = new Request("http://localhost:3000/dashboard/export/commissions.csv", {
      headers: { Cookie: `merchant_session=${merchant.token}` },
    });
    const file = await requestRoute(request);
    expect(file.status).toBe(200);
    expect(file.text).toContain(`"${id}","manual","",`);
  });
});

describe("POST /api/v1/orders/{id}/reassign", () => {
  it("answers the order with who is credited now", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const orderId = await sell(merchant);
    const body = { affiliateId: other.affiliateId, note: "Asked for" };
    const given = await post(merchant, `orders/${orderId}/reassign`, body);
    expect(given.status).toBe(200);
    expect(orderWire.safeParse(given.data).error).toBeUndefined();
    expect(given.data).toMatchObject({
      affiliate: { id: other.affiliateId },
      reason: { code: "reassigned" },
      commission: { amount: "10.00" },
    });
    const again = await post(merchant, `orders/${orderId}/reassign`, body);
    expect([again.status, again.fields]).toEqual([422, ["affiliateId"]]);
  });

  it("is in the order's explanation, as are decisions, with the commission that they were about", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const orderId = await sell(merchant);
    const { commissionId } = await commissionOf(merchant, orderId);
    await post(merchant, `commissions/${commissionId}/decisions`, { kind: "held", note: "Looks odd" });
    await post(merchant, `orders/${orderId}/reassign`, { affiliateId: other.affiliateId, note: "Asked for" });
    const { data } = await get(merchant, `orders/${orderId}/explanation`);
    expect(orderExplanationWire.parse(data).decisions).toMatchObject([
      { kind: "held", note: "Looks odd", affiliate: { id: merchant.affiliateId }, to: null },
      { kind: "reassigned", note: "Asked for", affiliate: null, to: { id: other.affiliateId } },
    ]);
  });
});
