import type { Condition } from "#app/domain/terms/condition.ts";
import type { FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { commissionsOfOrders, type CommissionRow } from "#app/store/commissions.ts";
import { frozenTerms } from "#app/store/standings.ts";
import { insertVersion, updateProgram } from "#app/store/programs.ts";
import { deliver, emptyInbox, currentBalance } from "./inbox.ts";
import { orderBody, type OrderOptions } from "./order-bodies.ts";
import { makeSellingShop, type SellingShop } from "./selling-shop.ts";

export const dollars = (amount: number) => ({ minor: BigInt(amount * 100), currency: "USD" });
export const percent = (rate: number): FlatPay => ({ kind: "percentage", rateBps: rate * 100 });
export const orders = (count: number): Threshold => ({ measure: "orders", count });
export const sales = (amount: number): Threshold => ({ measure: "sales", amount: dollars(amount) });
export const thisMonth: Period = { kind: "calendar", unit: "month" };

/** 10 % below the threshold, 20 % from it on. */
export function doubledFrom(atLeast: Threshold, period: Period): Pay {
  return { kind: "tiered", period, below: percent(10), steps: [{ atLeast, pay: percent(20) }] };
}

/** One rule before the fallback of 10 %. */
export function ruled(when: Condition, pay: Pay): Partial<ProgramTerms> {
  return { rules: [{ id: "rule-1", name: "The rule", when, pay }] };
}

/** Sells for 100.00 by the affiliate's link unless told otherwise; answers the body, to be told again. */
export async function sell(shop: SellingShop, options: OrderOptions = {}) {
  const body = orderBody({ ref: shop.code, ...options });
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return body;
}

/** Sells these orders one after the other. Answers the earnings from each in minor units. */
export async function earnings(shop: SellingShop, options: readonly OrderOptions[]): Promise<bigint[]> {
  const earned: bigint[] = [];
  for (const one of options) {
    const before = await currentBalance(shop);
    await sell(shop, one);
    const after = await currentBalance(shop);
    earned.push(after.pending + after.payable - before.pending - before.payable);
  }
  return earned;
}

/** A later version of the program's terms, or an affiliate's own. */
export async function saveVersion(
  shop: SellingShop,
  version: {
    number: number;
    at: string;
    terms: Partial<ProgramTerms> | null;
    affiliateId?: SellingShop["affiliateId"];
  },
): Promise<void> {
  const base = await firstTerms(shop);
  const { shopId, programId } = shop;
  await inTransaction(async (tx) => {
    if (!version.affiliateId) await updateProgram(tx, shopId, programId, { version: version.number });
    await insertVersion(tx, {
      shopId,
      programId,
      version: version.number,
      terms: version.terms && { ...base, ...version.terms },
      ...(version.affiliateId && { affiliateId: version.affiliateId }),
      at: new Date(version.at),
      by: "test",
    });
  });
}

async function firstTerms({ shopId, programId }: SellingShop): Promise<ProgramTerms> {
  const [terms] = (await frozenTerms(db(), shopId, [{ programId, number: 1 }])).values();
  if (!terms) throw new Error("The program has no terms.");
  return terms;
}

export async function commissionsOf(
  shop: SellingShop,
  ...bodies: { readonly id: number }[]
): Promise<CommissionRow[]> {
  return commissionsOfOrders(
    db(),
    shop.shopId,
    bodies.map((one) => String(one.id)),
  );
}

export const shopUnder = (terms: Partial<ProgramTerms>, timeZone = "UTC") =>
  makeSellingShop({ terms, timeZone });
