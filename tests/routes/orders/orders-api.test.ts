import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import {
  type CommissionDetailWire,
  commissionDetailWire,
  commissionListWire,
  type CommissionWire,
} from "#app/contracts/commission.ts";
import {
  orderExplanationWire,
  orderListWire,
  type OrderExplanationWire,
  type OrderWire,
} from "#app/contracts/order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { callApi } from "../../support/call-api.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo } from "../../support/selling-shop.ts";

async function ask<Answer>(token: string, path: string): Promise<Answer> {
  const answer = await answerApiRequest(apiRequest(token, `/api/v1/${path}`));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

type Orders = { orders: OrderWire[]; pagination: { total: number }; nextCursor: string | null };
type Commissions = {
  commissions: CommissionWire[];
  pagination: { total: number };
  nextCursor: string | null;
};

/** Three orders: credited and current, credited and refunded, and one that nobody brought. */
async function sold() {
  const merchant = await makeMerchant();
  const whole = orderBody({ ref: merchant.code, createdAt: "2026-03-02T10:00:00Z" });
  const back = orderBody({ ref: merchant.code, createdAt: "2026-03-02T11:00:00Z", price: "50.00" });
  const own = orderBody({ createdAt: "2026-03-02T12:00:00Z" });
  for (const body of [whole, back, own]) await deliver(merchant, "orders/create", body);
  await deliver(merchant, "refunds/create", refundBody(back.id, { amount: "50.00" }));
  await emptyInbox();
  return { merchant, whole, back, own };
}

const ids = (list: { orders: OrderWire[] }) => list.orders.map((order) => Number(order.id));

describe("GET /api/v1/orders", () => {
  it("lists them newest first, each with its reason and current commission", async () => {
    const { merchant, whole, back, own } = await sold();
    const list = await ask<Orders>(merchant.token, "orders");
    expect(orderListWire.safeParse(list).error).toBeUndefined();
    expect(ids(list)).toEqual([own.id, back.id, whole.id]);
    expect(list.orders.map(({ status, reason }) => [status, reason.code])).toEqual([
      ["not-credited", "no-evidence"],
      ["credited", "refunded-whole"],
      ["credited", "won-by-landing"],
    ]);
    expect(list.orders[2]).toMatchObject({
      name: whole.name,
      revenue: { amount: "100.00", currencyCode: "USD" },
      commission: { amount: "10.00", currencyCode: "USD" },
      affiliate: { id: merchant.affiliateId },
      program: { id: merchant.programId, name: "Partners", version: 1 },
    });
    expect(list.orders[1]?.commission.amount).toBe("0.00");
  });

  it("narrows by status, affiliate and name, and pages by cursor", async () => {
    const { merchant, whole, back, own } = await sold();
    const { token } = merchant;
    const asked = async (query: string) => ids(await ask<Orders>(token, `orders?${query}`));
    expect(await asked("status=credited")).toEqual([back.id, whole.id]);
    expect(await asked("status=not-credited")).toEqual([own.id]);
    expect(await asked(`affiliate=${merchant.affiliateId}`)).toEqual([back.id, whole.id]);
    expect(await asked("affiliate=aff_nobody")).toEqual([]);
    expect(await asked(`search=%23${own.id}`)).toEqual([own.id]);
    expect(await asked(`search=${own.id}`)).toEqual([own.id]);
    expect(await asked("search=%25")).toEqual([]);
    const first = await ask<Orders>(token, "orders?limit=2");
    const rest = await ask<Orders>(token, `orders?limit=2&cursor=${first.nextCursor ?? ""}`);
    expect([...ids(first), ...ids(rest)]).toEqual([own.id, back.id, whole.id]);
    expect(rest.nextCursor).toBeNull();
  });

  it.each(["page=0", "limit=251", "status=gone", "cursor=x", `affiliate=${"a".repeat(41)}`, "page=1000000"])(
    "refuses %s",
    async (query) => {
      const { token } = await makeMerchant();
      const answer = await answerApiRequest(apiRequest(token, `/api/v1/orders?${query}`));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ field: query.split("=")[0] }] });
    },
  );

  it("is read only, and only for those who are known", async () => {
    expect((await callApi("", "POST /orders")).status).toBe(405);
    const stranger = await answerApiRequest(apiRequest("nobody", "/api/v1/orders"));
    expect(stranger.status).toBe(401);
  });
});

describe("GET /api/v1/orders/{id}/explanation", () => {
  it("says which signals were seen and who lost, and lines that sum to what was posted", async () => {
    const merchant = await makeMerchant();
    const rival = await addAffiliate(merchant);
    const saving = `SAVE${rival.code}`;
    await db().insert(affiliateCodes).values({
      shopId: merchant.shopId,
      codeKey: saving.toLowerCase(),
      code: saving,
      affiliateId: rival.affiliateId,
      assignedAt: longAgo,
    });
    const body = orderBody({ ref: merchant.code, codes: [saving], price: "33.33", quantity: 2 });
    await deliver(merchant, "orders/create", body);
    await emptyInbox();
    await deliver(merchant, "refunds/create", refundBody(body.id, { amount: "33.33" }));
    await emptyInbox();
    const path = `orders/${body.id}/explanation`;
    const told = await ask<OrderExplanationWire>(merchant.token, path);
    expect(orderExplanationWire.safeParse(told).error).toBeUndefined();
    expect(told.signals).toMatchObject([
      { kind: "code", signal: saving, won: true, affiliate: { id: rival.affiliateId } },
      { kind: "landing", won: false, affiliate: { id: merchant.affiliateId }, reason: { code: "outranked" } },
    ]);
    expect(told.terms).toMatchObject({ version: 1, windowDays: 30, text: "10%" });
    expect(told.lines[0]?.steps.map(({ rule, amount }) => [rule, amount.amount])).toEqual([
      ["M7", "66.66"],
      ["M7", "66.66"],
      ["M9", "-33.33"],
      ["M9", "33.33"],
      ["M8", "6.67"],
      ["M9", "3.33"],
    ]);
    expect(told.totals).toMatchObject({ commission: { amount: "6.67" }, current: { amount: "3.33" } });
    expect(told.refunds).toMatchObject([{ amount: { amount: "33.33" }, status: "success" }]);
    const posted = told.postings.map(({ code, debit, credit, amount }) => [
      code,
      debit,
      credit,
      amount.amount,
    ]);
    expect(posted).toEqual([
      ["earned", "expense", "pending", "6.67"],
      ["reversed", "pending", "expense", "3.34"],
    ]);
    expect(told.order.commission.amount).toBe("3.33");
  });

  it("knows nothing of another shop's orders, and nothing of an order that is none", async () => {
    const { whole } = await sold();
    const { token } = await makeMerchant();
    for (const id of [String(whole.id), "0", "../1", "' or 1=1", "x".repeat(500)]) {
      for (const path of ["", "/explanation"]) {
        const answer = await callApi(token, `GET /orders/${encodeURIComponent(id)}${path}`);
        expect(answer.status).toBe(404);
      }
    }
  });
});

describe("GET /api/v1/commissions", () => {
  it("says where each is and why, before and after its release", async () => {
    const { merchant, whole, back } = await sold();
    const before = await ask<Commissions>(merchant.token, "commissions");
    expect(commissionListWire.safeParse(before).error).toBeUndefined();
    const byOrder = (list: Commissions) =>
      new Map(
        list.commissions.map((one) => [
          Number(one.order?.id),
          [one.status, one.amount.amount, one.reason.code],
        ]),
      );
    expect(byOrder(before)).toEqual(
      new Map([
        [whole.id, ["pending", "10.00", "release-due"]],
        [back.id, ["reversed", "0.00", "refunded-whole"]],
      ]),
    );
    await releaseCommissions(new Date("2026-04-10T00:00:00Z"));
    const after = await ask<Commissions>(merchant.token, "commissions");
    expect(byOrder(after).get(whole.id)).toEqual(["approved", "10.00", "release-due"]);
  });

  it("narrows by state, affiliate, program and order", async () => {
    const { merchant, whole, back } = await sold();
    const asked = async (query: string) => {
      const list = await ask<Commissions>(merchant.token, `commissions?${query}`);
      expect(list.pagination.total).toBe(list.commissions.length);
      return list.commissions.map((one) => Number(one.order?.id)).toSorted((a, b) => a - b);
    };
    expect(await asked("status=pending")).toEqual([whole.id]);
    expect(await asked("status=reversed")).toEqual([back.id]);
    expect(await asked("status=approved")).toEqual([]);
    expect(await asked(`affiliate=${merchant.affiliateId}&program=${merchant.programId}`)).toEqual([
      whole.id,
      back.id,
    ]);
    expect(await asked("program=prg_none")).toEqual([]);
    expect(await asked(`search=${back.name.slice(1)}`)).toEqual([back.id]);
  });

  it("shows one with its postings, and none of another shop", async () => {
    const { merchant } = await sold();
    const { commissions: list } = await ask<Commissions>(merchant.token, "commissions?status=reversed");
    const id = list[0]?.id ?? "";
    const one = await ask<CommissionDetailWire>(merchant.token, `commissions/${id}`);
    expect(commissionDetailWire.safeParse(one).error).toBeUndefined();
    expect(one).toMatchObject({ id, status: "reversed" });
    const { token } = await makeMerchant();
    const foreign = await answerApiRequest(apiRequest(token, `/api/v1/commissions/${id}`));
    expect(foreign.status).toBe(404);
  });
});
