import { randomUUID } from "node:crypto";
import { type Actor, systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate, adjustCommission } from "#app/flows/commissions/adjust-balance.ts";
import { addOpeningBalance, writeOffBalance } from "#app/flows/commissions/balance-entries.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, type OrderOptions, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const usd = (minor: bigint) => ({ minor, currency: "USD" });

/** Terms that look at other orders in every way they can: tiers, both caps, bonuses. */
export const richTerms: Partial<ProgramTerms> = {
  commission: {
    kind: "tiered",
    period: { kind: "ever" },
    below: { kind: "percentage", rateBps: 1000 },
    steps: [
      { atLeast: { measure: "orders", count: 2 }, pay: { kind: "percentage", rateBps: 1500 } },
      { atLeast: { measure: "orders", count: 5 }, pay: { kind: "percentage", rateBps: 2000 } },
    ],
  },
  caps: {
    perOrder: usd(2_500n),
    perAffiliate: { amount: usd(50_000n), period: { kind: "calendar", unit: "year" } },
  },
  bonuses: [
    {
      id: "first",
      name: "First sale",
      atLeast: { measure: "orders", count: 1 },
      repeats: false,
      amount: usd(500n),
    },
    {
      id: "third",
      name: "Every third",
      atLeast: { measure: "orders", count: 3 },
      repeats: true,
      amount: usd(300n),
    },
  ],
};

type OrderName = "sold" | "refunded" | "clicked" | "denied" | "given" | "restored" | "held" | "approved";

export type RichBooks = SellingShop & {
  readonly shop: Pick<SellingShop, "shopId" | "domain"> & {
    readonly currency: "USD";
    readonly timeZone: "UTC";
  };
  readonly other: Awaited<ReturnType<typeof addAffiliate>>;
  /** Numbers of the orders by what became of them. */
  readonly orders: Readonly<Record<OrderName, string>>;
  readonly manualId: string;
};

const ada: Actor = { ...systemActor, name: "Ada" };
const at = (day: string) => new Date(`2026-${day}T12:00:00Z`);
const by = (day: string) => ({ actor: ada, now: at(day) });
const note = "Agreed on the telephone";

/**
 * A shop with a bit of everything that can be posted: sales under tiers and caps, refunds before and after the release,
 * one that fails after it, decisions of every kind, a reassignment, bonuses, a manual commission, adjustments, clicks.
 */
export async function makeRichBooks(): Promise<RichBooks> {
  const selling = await makeSellingShop({ terms: richTerms });
  const other = await addAffiliate(selling);
  const shop = { shopId: selling.shopId, domain: selling.domain, currency: "USD", timeZone: "UTC" } as const;
  const orders = await sellAll(selling, other);
  const manualId = await decideAll({ ...selling, shop, other, orders, manualId: "" });
  await releaseCommissions(at("04-05"));
  await refund(selling, orders.sold, { amount: "30.00", quantity: 3, at: "2026-04-06T10:00:00Z" });
  // The refund that came before the release has failed, and what it took is earned again.
  await refund(selling, orders.restored, { ...lateRefund(orders), status: "failure" });
  await enterBalances(shop, other.affiliateId);
  return { ...selling, shop, other, orders, manualId };
}

/** An opening balance that the affiliate owes, and the write-off of all that they owe then. */
async function enterBalances(shop: RichBooks["shop"], affiliateId: string): Promise<void> {
  const opening = { amount: "-5000.00", reason: "Owed in the old app", document: "CSV of March" };
  const entries = [
    await addOpeningBalance({ shop, ...by("04-07") }, affiliateId, opening),
    await writeOffBalance({ shop, ...by("04-08") }, affiliateId, { reason: "Left the program" }),
  ];
  const refused = entries.find(isRefusal);
  if (refused) throw new Error(refused.reason.code);
}

async function sellAll(selling: SellingShop, other: { code: string }): Promise<RichBooks["orders"]> {
  let hour = 9;
  const sell = async (options: OrderOptions = {}) => {
    hour += 1;
    const body = orderBody({ ref: selling.code, createdAt: `2026-03-02T${hour}:00:00Z`, ...options });
    await deliver(selling, "orders/create", body);
    await emptyInbox();
    return String(body.id);
  };
  const click = await clickOf(selling);
  const orders = {
    sold: await sell({ price: "10.00", quantity: 10 }),
    refunded: await sell({ price: "80.00", quantity: 2 }),
    clicked: await sell({ ref: other.code, click }),
    denied: await sell(),
    given: await sell({ price: "200.00" }),
    restored: await sell({ price: "10.00", quantity: 10 }),
    held: await sell({ ref: other.code }),
    approved: await sell({ ref: other.code }),
  };
  await refund(selling, orders.refunded, { amount: "80.00" });
  await refund(selling, orders.restored, { ...lateRefund(orders), status: "pending" });
  return orders;
}

function lateRefund(orders: RichBooks["orders"]) {
  return { amount: "40.00", quantity: 4, id: Number(orders.restored) * 7 };
}

async function refund(
  selling: SellingShop,
  orderId: string,
  { status = "success", ...options }: Parameters<typeof refundBody>[1] & { status?: string },
): Promise<void> {
  const body = refundBody(Number(orderId), options);
  const transactions = body.transactions.map((one) => ({ ...one, status }));
  await deliver(selling, "refunds/create", { ...body, transactions });
  await emptyInbox(at("04-07"));
}

/** A visitor of the affiliate's link, as the storefront writes it into the cart. */
async function clickOf(selling: SellingShop): Promise<string> {
  const location = await recordClick({
    code: selling.code,
    query: new URLSearchParams({ s: selling.domain.replace(".myshopify.com", "") }),
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: randomUUID(),
    referrer: "",
    purpose: "visit",
    now: new Date("2026-03-02T08:00:00Z"),
  });
  return new URL(location ?? "").searchParams.get("aff_click") ?? "";
}

async function decideAll({ shop, affiliateId, programId, other, orders }: RichBooks): Promise<string> {
  const idOf = async (order: OrderName) => {
    const own = await commissionsOfOrders(db(), shop.shopId, [orders[order]]);
    return own.find((one) => one.kind === "order")?.commissionId ?? "";
  };
  for (const kind of ["held", "denied", "approved"] as const) {
    granted(await decideCommission({ shop, ...by("03-11") }, await idOf(kind), { kind, note }));
  }
  granted(
    await reassignOrder({ shop, ...by("03-12") }, orders.given, { affiliate: other.affiliateId, note }),
  );
  granted(await adjustCommission({ shop, ...by("03-13") }, await idOf("sold"), { amount: "5.00", note }));
  granted(await adjustAffiliate({ shop, ...by("03-13") }, affiliateId, { amount: "-2.00", note }));
  const added = { affiliate: affiliateId, programId, amount: "12.50", note, approvalDays: 3 };
  return granted(await addCommission({ shop, ...by("03-14") }, added));
}

function granted<Answer>(answer: Answer): Exclude<Answer, { refused: unknown }> {
  if (isRefusal(answer)) throw new Error(JSON.stringify(answer));
  return answer as Exclude<Answer, { refused: unknown }>;
}
