import { expect, it } from "vitest";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { explanationInWords } from "#app/http/explained.ts";
import { words } from "../../support/words.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEntriesOf } from "#app/flows/commissions/read-commissions.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { dollars, orders, sell, shopUnder } from "../../support/sold-under.ts";

it("an order's arithmetic and its bonus sum to the figure of the order", async () => {
  const bonus = { id: "b", name: "Bonus", atLeast: orders(1), repeats: false, amount: dollars(25) };
  const shop = await shopUnder({ bonuses: [bonus] });
  const { id } = await sell(shop, { createdAt: "2026-03-01T10:00:00Z" });
  const found = await readExplanation(shop.shopId, String(id));
  if (isRefusal(found)) throw new Error(found.reason.code);
  const commissions = await readEntriesOf(shop.shopId, found.commissionIds, new Date());
  const told = encode(orderExplanationWire, explanationInWords({ ...found, commissions }, words));
  expect(told.order.commission.amount).toBe("35.00");
  expect(told.totals.current.amount).toBe("10.00");
  // Both began at the same instant.
  const largestLast = told.commissions.toSorted((a, b) => Number(a.amount.amount) - Number(b.amount.amount));
  expect(largestLast).toMatchObject([
    { kind: "order", status: "pending", amount: { amount: "10.00" } },
    { kind: "bonus", status: "pending", amount: { amount: "25.00" } },
  ]);
  expect(told.postings.map((one) => `${one.kind} ${one.amount.amount}`)).toEqual([
    "order 10.00",
    "bonus 25.00",
  ]);
});
