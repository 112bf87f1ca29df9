import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { orderSorts, type OrderWire } from "#app/contracts/order.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db, type Tx } from "#app/platform/db.server.ts";
import { listOrderRows } from "#app/store/order-list.ts";
import { orders as orderTable } from "#app/store/schema/orders.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Answer = { orders: OrderWire[]; nextCursor: string | null };

async function list({ token }: Merchant, query: string): Promise<Answer> {
  const answer = await answerApiRequest(apiRequest(token, `/api/v1/orders?${query}`));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** Every page of one order each, by its cursor. */
async function walk(merchant: Merchant, query: string): Promise<number[]> {
  const walked: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Answer = await list(merchant, `${query}&limit=1${cursor && `&cursor=${cursor}`}`);
    walked.push(...page.orders.map((one) => Number(one.id)));
    cursor = page.nextCursor;
  }
  return walked;
}

const at = (hour: number) => ({ createdAt: `2026-03-02T1${hour}:00:00Z` });

/** Four orders whose day and net sales each make another row of them; the first has an addition beside it. */
async function sold() {
  const merchant = await makeMerchant();
  const small = orderBody({ ref: merchant.code, price: "20.00", ...at(0) });
  const own = orderBody({ price: "900.00", ...at(1) });
  const back = orderBody({ ref: merchant.code, price: "500.00", ...at(2) });
  const large = orderBody({ ref: merchant.code, price: "100.00", ...at(3) });
  for (const body of [small, own, back, large]) await deliver(merchant, "orders/create", body);
  await deliver(merchant, "refunds/create", refundBody(back.id, { amount: "500.00" }));
  await emptyInbox();
  const { affiliateId: affiliate, shop, actor } = merchant;
  const added = { affiliate, amount: "500.00", note: "Beside", approvalDays: 10, order: String(small.id) };
  const result = await addCommission({ shop, actor, now: new Date("2026-03-12T09:00:00Z") }, added);
  if (isRefusal(result)) throw new Error(result.reason.code);
  return { merchant, small: small.id, own: own.id, back: back.id, large: large.id };
}

it("sorts by day, net sales and its own commission, either way, from the API, page by page, and in the file", async () => {
  const { merchant, small, own, back, large } = await sold();
  const expected: Record<(typeof orderSorts)[number], number[]> = {
    newest: [large, back, own, small],
    oldest: [small, own, back, large],
    "highest-total": [own, large, small, back],
    "lowest-total": [back, small, large, own],
    "highest-commission": [large, small, back, own],
    "lowest-commission": [own, back, small, large],
  };
  for (const sort of orderSorts) {
    expect([sort, (await list(merchant, `sort=${sort}`)).orders.map((one) => Number(one.id))]).toEqual([
      sort,
      expected[sort],
    ]);
    expect([sort, await walk(merchant, `sort=${sort}`)]).toEqual([sort, expected[sort]]);
    const request = apiRequest(merchant.token, `/dashboard/export/orders.csv?sort=${sort}`);
    const text = await (await exportLoader({ request, params: {}, context: {} })).text();
    expect([...text.matchAll(/#(\d+)/g)].map(([, id]) => Number(id))).toEqual(expected[sort]);
  }
  const [first] = (await list(merchant, `search=${small}`)).orders;
  expect([first?.commission.amount, first?.ownCommission.amount]).toEqual(["502.00", "2.00"]);
  expect(await walk(merchant, "sort=highest-total&status=credited")).toEqual([large, small, back]);
});

it("goes on through equal amounts, currency by currency", async () => {
  const merchant = await makeMerchant();
  const made = Array.from({ length: 5 }, () => orderBody({ ref: merchant.code, price: "10.00" }));
  for (const body of made) await deliver(merchant, "orders/create", body);
  await emptyInbox();
  const yen = String(made[2]?.id);
  await db()
    .update(orderTable)
    .set({ currency: "JPY" })
    .where(sql`${eq(orderTable.shopId, merchant.shopId)} and ${eq(orderTable.orderId, yen)}`);
  for (const sort of ["highest-total", "lowest-commission"]) {
    const walked = await walk(merchant, `sort=${sort}`);
    expect(new Set(walked).size).toBe(5);
    expect(walked.at(sort === "highest-total" ? -1 : 0)).toBe(Number(yen));
  }
});

it("refuses an order that it does not know, and a cursor of another order or of nothing", async () => {
  const { merchant } = await sold();
  const status = async (query: string) => {
    const answer = await answerApiRequest(apiRequest(merchant.token, `/api/v1/orders?${query}`));
    return [answer.status, ((await answer.json()) as { errors?: { field: string }[] }).errors?.[0]?.field];
  };
  expect(await status("sort=name")).toEqual([400, "sort"]);
  const { nextCursor } = await list(merchant, "sort=highest-total&limit=1");
  expect(await status(`sort=lowest-total&cursor=${nextCursor ?? ""}`)).toEqual([400, "cursor"]);
  for (const key of ["USD", "USD 1e9", "USD 1234567890123456789", "2026-03-02T10:00:00Z", "usd 5"]) {
    const cursor = { sort: "highest-total", key, id: "1" };
    const text = Buffer.from(JSON.stringify(cursor)).toString("base64url");
    expect([key, await status(`sort=highest-total&cursor=${text}`)]).toEqual([key, [400, "cursor"]]);
  }
});

it.each([
  ["highest-total", "orders_total"],
  ["lowest-total", "orders_total"],
  ["highest-commission", "orders_commission"],
  ["lowest-commission", "orders_commission"],
] as const)("%s walks %s, also from a cursor on", async (sort, index) => {
  const merchant = await makeMerchant();
  const after = { currency: "USD", minor: 5000n, orderId: "500" };
  for (const page of [
    { filter: {}, sort, limit: 10 },
    { filter: {}, sort, limit: 10, after },
  ]) {
    expect(await scansOf(index, merchant, page)).toBe(1);
  }
});

/** How often the index was walked for a page, had the shop many orders: few are quicker read and sorted one by one. */
async function scansOf(index: string, { shopId }: Merchant, page: Parameters<typeof listOrderRows>[2]) {
  return await db().transaction(async (tx) => {
    for (const way of ["enable_seqscan", "enable_bitmapscan", "enable_sort"]) {
      await tx.execute(sql.raw(`set local ${way} = off`));
    }
    const before = await scansSoFar(tx, index);
    await listOrderRows(tx, shopId, page);
    return (await scansSoFar(tx, index)) - before;
  });
}

async function scansSoFar(tx: Tx, index: string): Promise<number> {
  const { rows } = await tx.execute<{ scans: number }>(
    sql`select pg_stat_get_xact_numscans(${index}::regclass)::int as scans`,
  );
  return rows[0]?.scans ?? 0;
}
