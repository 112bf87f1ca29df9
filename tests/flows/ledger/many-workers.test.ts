import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { arrival, deliver, emptyInbox, failures } from "../../support/inbox.ts";
import { nextId, orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop } from "../../support/selling-shop.ts";
import { textOf } from "./falsify.ts";
import { richTerms } from "./rich-books.ts";

const workerFile = fileURLToPath(new URL("../../support/inbox-worker.ts", import.meta.url));

/** Sixteen connections at once. Each process takes a second to load the app. */
const crew = { processes: 2, loops: 8 };

/** The workers' own instant is the deliveries' arrival. */
const afterLending = new Date(arrival.getTime() + 120_000);

/** Lets all workers loose on the inbox at once and waits until nothing of the shop is left in it. */
async function workTogether({ shopId }: Pick<Crowd, "shopId">, releaseAt = ""): Promise<void> {
  const ended = Array.from({ length: crew.processes }, async () => {
    const args = [workerFile, String(crew.loops), "3", shopId, releaseAt];
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    return await new Promise<number | null>((resolve) => child.once("close", resolve));
  });
  expect(await Promise.all(ended)).toEqual(Array.from({ length: crew.processes }, () => 0));
  // Bodies that came late were lent to whoever asks the platform; nobody does here, so they come up again.
  await emptyInbox(afterLending);
  const left = sql`select count(*)::text as text from deliveries where shop_id = ${shopId} and status <> 'done'`;
  expect(await textOf(left)).toBe("0");
}

/** How often the database had to break a deadlock, retried or not. */
async function deadlocks(): Promise<number> {
  await db().execute(sql`select pg_stat_clear_snapshot()`);
  return Number(
    await textOf(
      sql`select deadlocks::text as text from pg_stat_database where datname = current_database()`,
    ),
  );
}

type Crowd = Awaited<ReturnType<typeof openCrowd>>;

/** A shop with three affiliates. */
async function openCrowd(terms: Partial<ProgramTerms>) {
  const shop = await makeSellingShop({ terms });
  const others = [await addAffiliate(shop), await addAffiliate(shop)];
  return { ...shop, codes: [shop.code, ...others.map((one) => one.code)] };
}

type Message = readonly [topic: string, body: unknown];

/** Orders of ten pieces, each told of three times, and twice more with each refund; the same for each shop. */
function messagesFor({ codes }: Pick<Crowd, "codes">, plan: { orders: number; refunds: number }): Message[] {
  const messages: Message[] = [];
  for (let place = 0; place < plan.orders; place += 1) {
    const createdAt = `2026-03-02T10:00:${String(place % 60).padStart(2, "0")}Z`;
    const ref = codes[place % codes.length] ?? "";
    const order = orderBody({ id: nextId(), ref, price: "9.99", quantity: 10, createdAt });
    const again = (second: number) => ({ ...order, updated_at: `2026-03-03T10:00:0${second}Z` });
    messages.push(["orders/create", order], ["orders/updated", again(1)], ["orders/updated", again(2)]);
    for (let refund = 0; refund < plan.refunds; refund += 1) {
      if ((place + refund) % 3 === 0) continue;
      const at = `2026-03-05T10:00:${String(refund).padStart(2, "0")}Z`;
      const body = refundBody(order.id, { amount: "9.99", quantity: 1, at });
      const refunded = { ...order, updated_at: at, refunds: [body] };
      messages.push(["orders/updated", refunded], ["orders/updated", refunded]);
    }
  }
  return messages;
}

/** Sends all of it in an order that a seed decides. */
async function send(shop: Pick<Crowd, "domain">, messages: readonly Message[], seed: number): Promise<void> {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  const shuffled = messages.map((message) => ({ message, at: random() })).toSorted((a, b) => a.at - b.at);
  for (const { message } of shuffled) await deliver(shop, ...message);
}

/** Balances by the place of the affiliate in the crowd, so that shops can be compared whose ids are others. */
async function balances({ shopId, codes }: Pick<Crowd, "shopId" | "codes">) {
  const { rows } = await db().execute<{ code: string; account: string; balance: string }>(sql`
    select a.referral_code as code, b.account, b.balance_minor::text as balance
    from ledger_balances b join affiliates a on a.shop_id = b.shop_id and a.affiliate_id = b.affiliate_id
    where b.shop_id = ${shopId}`);
  return rows.map(({ code, account, balance }) => `${codes.indexOf(code)} ${account} ${balance}`).toSorted();
}

async function expectClean(shop: Crowd): Promise<void> {
  expect(await failures(shop)).toEqual([]);
  expect((await verifyShop(shop.shopId)).differences.map(differenceText)).toEqual([]);
}

/** Does the same to two shops, to one by a single worker and to the other by all of them. */
async function bothWays(terms: Partial<ProgramTerms>, plan: { orders: number; refunds: number }) {
  const [alone, crowded] = [await openCrowd(terms), await openCrowd(terms)];
  await send(alone, messagesFor(alone, plan), 7);
  await emptyInbox();
  await send(crowded, messagesFor(crowded, plan), 7);
  const before = await deadlocks();
  await workTogether(crowded);
  expect(await deadlocks()).toBe(before);
  await expectClean(alone);
  await expectClean(crowded);
  return { alone: await balances(alone), crowded: await balances(crowded) };
}

const perOrder = { caps: { perOrder: { minor: 500n, currency: "USD" }, perAffiliate: null } };

describe("many workers", { timeout: 120_000 }, () => {
  it("post the same for one order as a single one, under terms of every kind", async () => {
    const { alone, crowded } = await bothWays(richTerms, { orders: 1, refunds: 12 });
    expect(crowded).toEqual(alone);
    expect(alone.length).toBeGreaterThan(0);
  });

  it("post the same for orders of the same affiliates as a single one, under terms that look at one order", async () => {
    const { alone, crowded } = await bothWays(perOrder, { orders: 24, refunds: 4 });
    expect(crowded).toEqual(alone);
    expect(alone).toHaveLength(3);
  });

  it("exceed no cap and pay no bonus twice under terms that look at other orders, while the clock releases", async () => {
    const cap = { minor: 6_000n, currency: "USD" };
    const terms = {
      ...richTerms,
      caps: { perOrder: null, perAffiliate: { amount: cap, period: { kind: "ever" } as const } },
    };
    const shop = await openCrowd(terms);
    await send(shop, messagesFor(shop, { orders: 36, refunds: 4 }), 11);
    const before = await deadlocks();
    await workTogether(shop, "2026-05-01T00:00:00Z");
    expect(await deadlocks()).toBe(before);
    await expectClean(shop);
    const { rows } = await db().execute<{ earned: string; kept: number; thirds: number }>(sql`
      select sum(earned_minor)::text as earned, sum(kept_orders)::int as kept, (
          select count(*)::int from commissions c where c.shop_id = f.shop_id
          and c.affiliate_id = f.affiliate_id and c.bonus_key like '%:third:%') as thirds
      from daily_figures f where shop_id = ${shop.shopId} group by shop_id, affiliate_id`);
    // Twelve orders of 99.90 at 10, 15 and 20 % would earn 18.37 each or more: the cap of 60.00 is met by all three.
    expect(rows).toEqual(rows.map(() => ({ earned: "6000", kept: 12, thirds: 4 })));
    expect(rows).toHaveLength(3);
  });
});
