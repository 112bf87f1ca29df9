import { describe, expect, it } from "vitest";
import { previewWire, type PreviewWire } from "#app/contracts/preview.ts";
import { encode } from "#app/contracts/wire.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { sell } from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { askPreview, commission, usd } from "./program-calls.ts";

const bonus = (id: string, count: number, repeats: boolean) => ({
  id,
  name: `Bonus ${id}`,
  atLeast: { measure: "orders", count },
  repeats,
  amount: usd("5.00"),
});
const bySales = { ...bonus("sales", 1, false), atLeast: { measure: "sales", amount: usd("150.00") } };

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function previewedWhole(merchant: Merchant, body: Record<string, unknown>): Promise<PreviewWire> {
  const { programId, token } = merchant;
  const answer = await askPreview(token, { programId, ...body });
  expect(answer.status).toBe(200);
  return encode(previewWire, previewWire.parse(answer.body));
}

const previewed = async (merchant: Merchant, body: Record<string, unknown>) =>
  (await previewedWhole(merchant, body)).bonuses;

describe("the preview of bonuses", () => {
  it("says which ones a basket reaches, after what the affiliate had before it, compared with today's terms", async () => {
    const merchant = await makeMerchant();
    const terms = { commission, bonuses: [bonus("first", 1, false), bonus("second", 2, true)] };
    const lines = [{ title: "Mug", price: usd("20.00"), quantity: 1 }];
    const paid = async (orders: number) => {
      const basket = { lines, reached: { orders, sales: usd("0") } };
      const { basket: seen } = await previewed(merchant, { terms, basket });
      expect(seen?.today).toEqual([]);
      return seen?.draft;
    };
    expect(await paid(0)).toEqual([{ id: "first", name: "Bonus first", times: 1, amount: usd("5.00") }]);
    expect(await paid(1)).toEqual([{ id: "second", name: "Bonus second", times: 1, amount: usd("5.00") }]);
    expect(await paid(2)).toEqual([]);
  });

  it("names who has reached them by today's counts, refunds off, and writes nothing", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const sold = [await sell(merchant), await sell(merchant), await sell({ ...merchant, code: other.code })];
    const before = await snapshotOf(merchant.shopId);
    const terms = { commission, bonuses: [bonus("each", 1, true), bonus("second", 2, false), bySales] };
    const reached = async () => {
      const { affiliates, basket } = await previewed(merchant, { terms });
      expect(basket).toBeNull();
      return affiliates.map((one) => one.reached.map(({ affiliate, times }) => [affiliate.id, times]));
    };
    const [mine, theirs] = [merchant.affiliateId, other.affiliateId];
    expect(await reached()).toEqual([
      [
        [mine, 2],
        [theirs, 1],
      ],
      [[mine, 1]],
      [[mine, 1]],
    ]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
    await deliver(merchant, "refunds/create", refundBody(sold[0] ?? 0, { amount: "100.00" }));
    await emptyInbox();
    // With as much as the other, whoever has the lesser id comes first.
    const [a, b] = [mine, theirs].toSorted();
    expect(await reached()).toEqual([
      [
        [a, 1],
        [b, 1],
      ],
      [],
      [],
    ]);
  });

  it("agrees with what the same terms paid live", async () => {
    const amount = { minor: 500n, currency: "USD" };
    const live = {
      id: "each",
      name: "Each",
      atLeast: { measure: "orders", count: 2 },
      repeats: true,
      amount,
    } as const;
    const merchant = await makeMerchant("write", { terms: { bonuses: [live] } });
    const orders = [];
    for (const hour of [1, 2, 3, 4, 5]) {
      orders.push(await sell(merchant, { createdAt: `2026-03-02T0${hour}:00:00Z` }));
    }
    const made = await commissionsOfOrders(db(), merchant.shopId, orders.map(String));
    const byBonus = made.filter((one) => one.kind === "bonus").map((one) => Number(one.orderId));
    expect(byBonus.length).toBe(2);
    expect(new Set(byBonus)).toEqual(new Set([orders[1], orders[3]]));
    const { bonuses, orders: shown } = await previewedWhole(merchant, { terms: {} });
    expect(bonuses.affiliates).toMatchObject([
      { id: "each", reached: [{ times: 2, amount: usd("10.00") }], more: false },
    ]);
    // If several orders fall on one day, the preview names those that reached the bonus live.
    const reaching = (which: "draft" | "today") =>
      shown.filter((one) => one.bonuses[which]?.length === 1).map((one) => Number(one.id));
    expect([reaching("draft"), reaching("today")]).toEqual([
      [orders[3], orders[1]],
      [orders[3], orders[1]],
    ]);
    const first = { terms: { bonuses: [bonus("first", 1, false)] } };
    const { orders: under } = await previewedWhole(merchant, first);
    expect(under.map((one) => one.bonuses.draft.map(({ name, times }) => [name, times]))).toEqual([
      [],
      [],
      [],
      [],
      [["Bonus first", 1]],
    ]);
  });

  it("is of one affiliate where the draft is their custom terms, and skips them in the program's", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    await sell(merchant);
    await sell({ ...merchant, code: other.code });
    const { affiliateId, programId, token } = merchant;
    const path = `/api/v1/affiliates/${affiliateId}/programs/${programId}/terms`;
    const saved = await requestRoute(
      apiRequest(token, path, { method: "PUT", body: { terms: { approvalDays: 3 } } }),
    );
    expect(saved.status).toBe(200);
    const terms = { bonuses: [bonus("first", 1, false)] };
    const whom = async (more: Record<string, unknown>) =>
      (await previewed(merchant, { terms, ...more })).affiliates.map((one) =>
        one.reached.map((by) => by.affiliate.id),
      );
    expect(await whom({ affiliateId })).toEqual([[affiliateId]]);
    expect(await whom({})).toEqual([[other.affiliateId]]);
  });

  it("knows nobody in a program that is not there yet", async () => {
    const { token, ...merchant } = await makeMerchant();
    await sell({ ...merchant, token });
    const { body } = await askPreview(token, { terms: { commission, bonuses: [bonus("first", 1, false)] } });
    expect(previewWire.parse(body).bonuses).toMatchObject({ basket: null, affiliates: [{ reached: [] }] });
  });
});
