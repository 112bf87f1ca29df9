import { beforeAll, describe, expect, it } from "vitest";
import { type Ask, OrderChangedError } from "#app/gateways/shopify/whole-order.ts";
import { cancelOrder, getOrder, refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { decideDispute, openDispute } from "../../local-shopify/commerce/dispute-order.ts";
import { editOrder } from "../../local-shopify/commerce/edit-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import type { ShopState } from "../../local-shopify/state.ts";
import { twoReaders, type TwoReaders } from "../support/two-readers.ts";
import { usePlatform } from "../support/use-platform.ts";

let shop: ShopState;
let expectSame: TwoReaders["expectSame"];
let readers: TwoReaders;

const platform = usePlatform();
beforeAll(() => {
  readers = twoReaders(platform);
  ({ shop, expectSame } = readers);
});

function order(request: { tip?: string; codes?: boolean } = {}) {
  const [variant] = shop.products[0]?.variants ?? [];
  const code = shop.discounts[0]?.code;
  if (!variant || !code) throw new Error("The demo shop sells nothing.");
  return placeOrder(platform.ctx, shop.domain, {
    lines: [{ variantId: variant.id, quantity: 3 }],
    customer: { email: "Ada@customer.example", firstName: "Ada", lastName: "L" },
    attributes: { __aff_click: "clk_abc.def", gift: "yes" },
    landingSite: "/products/mug?ref=ADA&aff_click=clk_abc.def",
    ...(request.tip ? { tip: request.tip } : {}),
    ...(request.codes ? { discountCodes: [code] } : {}),
  });
}

/** An order of so many lines, one piece each. */
function orderOfLines(count: number) {
  const variantId = shop.products[0]?.variants[0]?.id ?? 0;
  return placeOrder(platform.ctx, shop.domain, {
    lines: Array.from({ length: count }, (_, n) => ({
      variantId,
      quantity: 1,
      properties: { engraving: `${n}` },
    })),
    customer: { email: "ada@customer.example" },
  });
}

describe("the two readers of an order yield the same facts (M10)", () => {
  it("for a plain order", async () => {
    const heard = await expectSame(order().id);
    expect(heard).toMatchObject({
      clickAttribute: "clk_abc.def",
      customerHash: "hash of ada@customer.example",
    });
  });

  it("with a discount code", async () => {
    expect((await expectSame(order({ codes: true }).id)).discountCodes).toHaveLength(1);
  });

  it("with a tip", async () => {
    await expectSame(order({ tip: "5.00" }).id);
  });

  it("after a refund of goods, of an amount, of shipping, and of one whose money has not moved", async () => {
    const { id, line_items: lines } = order();
    const lineId = lines[0]?.id ?? 0;
    refundOrder(platform.ctx, shop.domain, id, { lines: [{ lineItemId: lineId, quantity: 1 }] });
    await expectSame(id);
    refundOrder(platform.ctx, shop.domain, id, { amount: "1.00" });
    refundOrder(platform.ctx, shop.domain, id, { shipping: "all" });
    refundOrder(platform.ctx, shop.domain, id, {
      lines: [{ lineItemId: lineId, quantity: 1 }],
      transaction: "pending",
    });
    expect((await expectSame(id)).refunds).toHaveLength(4);
  });

  it("after a cancellation", async () => {
    const { id } = order();
    cancelOrder(platform.ctx, shop.domain, id, {});
    expect((await expectSame(id)).cancelledAt).not.toBeNull();
  });

  it("after an edit: the platform says which lines came later, and a body shows that it has to be asked", async () => {
    const { id, line_items: lines } = order();
    const lineId = lines[0]?.id ?? 0;
    const another = shop.products[1]?.variants[0]?.id ?? 0;
    expect(readers.told(id).edited).toBeUndefined();
    editOrder(platform.ctx, shop.domain, id, { set: [{ lineItemId: lineId, quantity: 2 }] });
    expect((await expectSame(id)).linesAddedLater).toEqual([]);
    editOrder(platform.ctx, shop.domain, id, {
      add: [{ variantId: another, quantity: 1 }],
      discounts: [{ lineItemId: lineId, amount: "1.50" }],
    });
    const added = getOrder(platform.ctx, shop.domain, id).line_items[1]?.id;
    expect((await expectSame(id)).linesAddedLater).toEqual([String(added)]);
    expect(readers.questions()).toEqual([
      "OrderAsFacts",
      "OrderAgreements",
      "OrderAgreements",
      "OrderAgreements",
    ]);
    expect(readers.told(id).edited).toBe(true);
    // A line that an edit only made larger was there before.
    editOrder(platform.ctx, shop.domain, id, { set: [{ lineItemId: lineId, quantity: 5 }] });
    expect((await expectSame(id)).linesAddedLater).toEqual([String(added)]);
  });

  it("after an exchange of everything", async () => {
    const { id, line_items: lines } = order();
    editOrder(platform.ctx, shop.domain, id, {
      set: [{ lineItemId: lines[0]?.id ?? 0, quantity: 0 }],
      add: [{ variantId: shop.products[1]?.variants[0]?.id ?? 0, quantity: 1 }],
    });
    const facts = await expectSame(id);
    expect(facts.lines.map((line) => line.currentQuantity)).toEqual([0, 1]);
    expect(facts.linesAddedLater).toHaveLength(1);
  });

  it("with a dispute that is opened, won, opened again and lost", async () => {
    const { id } = order();
    openDispute(platform.ctx, shop.domain, id);
    expect((await expectSame(id)).dispute).toBe("open");
    decideDispute(platform.ctx, shop.domain, id, "won");
    expect((await expectSame(id)).dispute).toBe("won");
    openDispute(platform.ctx, shop.domain, id);
    expect((await expectSame(id)).dispute).toBe("open");
    decideDispute(platform.ctx, shop.domain, id, "lost");
    expect((await expectSame(id)).dispute).toBe("lost");
  });

  it("with more lines than one answer holds, and a refund of more lines than that", async () => {
    const { id, line_items: lines } = orderOfLines(215);
    expect((await expectSame(id)).lines).toHaveLength(215);
    expect(readers.questions()).toEqual(["OrderAsFacts", "OrderLines", "OrderLines"]);
    const returned = lines.slice(0, 130).map((line) => ({ lineItemId: line.id, quantity: 1 }));
    refundOrder(platform.ctx, shop.domain, id, { lines: returned });
    expect((await expectSame(id)).refunds[0]?.lines).toHaveLength(130);
    expect(readers.questions().filter((one) => one === "RefundAsFacts")).toHaveLength(2);
  });

  it("with more refunds than one answer holds", async () => {
    const { id } = order();
    for (let cents = 1; cents <= 12; cents += 1) {
      refundOrder(platform.ctx, shop.domain, id, { amount: `0.${String(cents).padStart(2, "0")}` });
    }
    const facts = await expectSame(id);
    expect(facts.refunds.map((refund) => refund.adjustments[0]?.amountMinor)).toEqual(
      Array.from({ length: 12 }, (_, index) => BigInt(-1 - index)),
    );
  });
});

it("an order that changes while it is read in parts is not read at all", async () => {
  const { id } = orderOfLines(101);
  const changing: Ask = async (document, variables) => {
    if (document.includes("OrderLines")) {
      platform.ctx.mutate(() => {
        getOrder(platform.ctx, shop.domain, id).updated_at = "2027-01-01T00:00:00Z";
      });
    }
    return readers.askPlatform(document, variables);
  };
  await expect(readers.ask(id, changing)).rejects.toThrow(OrderChangedError);
});
