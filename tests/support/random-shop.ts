import type { Acting } from "#app/domain/context.ts";
import { expect } from "vitest";
import { commissionListWire } from "#app/contracts/commission.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, adjustCommission } from "#app/flows/commissions/adjust-balance.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { type Chance, chanceOf } from "../histories/random.ts";
import { accepted } from "./accepted.ts";
import { requestRoute } from "./route-requests.ts";
import { askApi } from "./ask-api.ts";
import { apiRequest, makeMerchant } from "./merchant.ts";
import { changeOrder, instants, placeOrder, type PlacedOrder } from "./random-orders.ts";
import { addAffiliate, addProgram } from "./selling-shop.ts";
import { dollars, orders } from "./sold-under.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Person = { readonly affiliateId: string; readonly code: string };

export type RandomShop = Merchant & {
  readonly chance: Chance;
  readonly people: readonly Person[];
  readonly withBonuses: string;
  readonly placed: PlacedOrder[];
  /** How often what happened. */
  readonly counts: Map<string, number>;
};

/** All days on which anything of it happens. */
export const randomYear = { from: "2026-01-01", to: "2026-12-31" };

const others = ["addition", "adjustment", "decision", "reassignment"] as const;
const steps = 70;

/**
 * A shop of New York in which sales in two currencies, several refunds of an order, edits, cancellations, deletions, test
 * orders, reassignments, bonuses, additions, adjustments and denials follow each other by chance, around the midnights of
 * the days on which clocks are changed.
 */
export async function makeRandomShop(seed: number): Promise<RandomShop> {
  const merchant = await makeMerchant("write", { timeZone: "America/New_York" });
  const bonus = { id: "b", name: "Bonus", atLeast: orders(2), repeats: true, amount: dollars(25) };
  const programId = await addProgram(merchant.shopId, { bonuses: [bonus] }, "With bonuses");
  const paid = { shopId: merchant.shopId, programId };
  const people = [merchant, await addAffiliate(paid), await addAffiliate(paid)];
  const own = { people, withBonuses: programId, chance: chanceOf(seed), placed: [], counts: new Map() };
  const shop: RandomShop = { ...merchant, ...own };
  for (let step = 0; step < steps; step += 1) {
    const what = await happen(shop);
    shop.counts.set(what, (shop.counts.get(what) ?? 0) + 1);
  }
  return shop;
}

async function happen(shop: RandomShop): Promise<string> {
  const { chance, people, placed } = shop;
  const turn = chance.int(1, 12);
  if (turn <= 2) return await act(shop, chance.pick(others));
  if (turn <= 8 && placed.length > 0) return await changeOrder(shop, chance.pick(placed), chance);
  const order = await placeOrder(shop, { ref: chance.pick(people).code, chance });
  placed.push(order);
  return order.test ? "test order" : `order in ${order.currency}`;
}

/** Decisions of the store's staff. */
async function act(shop: RandomShop, what: (typeof others)[number]): Promise<string> {
  const { chance, people, actor } = shop;
  const by = { actor, now: new Date(chance.pick(instants)) };
  const { affiliateId } = chance.pick(people);
  const amount = `${chance.int(1, 90)}.${chance.int(10, 99)}`;
  if (what === "addition") {
    accepted(
      await addCommission({ shop: shop.shop, ...by }, { affiliate: affiliateId, amount, note: "Thanks" }),
    );
    return what;
  }
  if (what === "adjustment") {
    const signed = chance.is(0.5) ? amount : `-${amount}`;
    accepted(
      await adjustAffiliate({ shop: shop.shop, ...by }, affiliateId, { amount: signed, note: "Late" }),
    );
    return what;
  }
  return what === "decision" ? await decide(shop, by) : await reassign(shop, affiliateId, by);
}

type By = Acting;

/** Denies any commission, or adjusts about it in its own currency. */
async function decide(shop: RandomShop, by: By): Promise<string> {
  const { chance } = shop;
  const answer = await askApi(shop.token, "/api/v1/commissions?limit=250");
  const open = commissionListWire
    .parse(answer)
    .commissions.filter((one) => one.kind !== "deduction" && one.open.includes("denied"));
  if (open.length === 0) return "nothing";
  const { id } = chance.pick(open);
  if (chance.is(0.5)) {
    accepted(
      await adjustCommission({ shop: shop.shop, ...by }, id, {
        amount: String(chance.int(1, 50)),
        note: "Late",
      }),
    );
    return "adjustment";
  }
  const denial = { method: "POST", body: { kind: "denied", note: "Not ours" } };
  const { status } = await requestRoute(
    apiRequest(shop.token, `/api/v1/commissions/${id}/decisions`, denial),
  );
  expect(status).toBe(200);
  return "denial";
}

/** A refusal, such as for the affiliate who has the credit already, changes nothing. */
async function reassign(shop: RandomShop, affiliate: string, by: By): Promise<string> {
  const [order] = shop.chance.shuffle(shop.placed);
  if (!order) return "nothing";
  const answer = await reassignOrder({ shop: shop.shop, ...by }, String(order.id), { affiliate, note: "" });
  return "refused" in answer ? "nothing" : "reassignment";
}

export const minorOf = ({ amount, currencyCode }: { amount: string; currencyCode: string }): bigint =>
  parseDecimal(amount, currencyCode).minor;
