import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { closeMonth } from "#app/flows/ledger/close-period.ts";
import { instantsOf } from "#app/flows/ledger/read-balances.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { releaseOfShop } from "#app/flows/commissions/release-commissions.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { readStatement } from "#app/flows/payouts/read-statement.ts";
import { statementCsv } from "#app/http/statement-response.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { accepted } from "../../support/accepted.ts";
import { commissionOf, decideAs, sell } from "../../support/decided.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const march = { first: "2026-03-01", last: "2026-03-31" };
const aprilFifth = new Date("2026-04-05T10:00:00Z");
/** Present time for a process whose clock is behind or whose transaction is slow. */
const late = new Date("2026-03-31T23:59:59.900Z");

async function closedMerchant() {
  const merchant = await makeMerchant();
  const other = await addAffiliate(merchant);
  const orders = [await sell(merchant), await sell(merchant), await sell(merchant)];
  const { payments } = await createPaidSection(merchant, ["sent", "paid"]);
  const [sent, settled] = payments;
  if (!sent || !settled) throw new Error("There are two.");
  const zoned = { shopId: merchant.shopId, timeZone: "UTC" };
  accepted(await closeMonth({ shop: zoned, actor: merchant.actor, now: aprilFifth }, "2026-03"));
  return { merchant, other, orders, sent, settled };
}

/** The statement of the closed month of each affiliate, as the file that people have. */
async function filesOf({ shopId }: Merchant, affiliateIds: readonly string[]): Promise<string[]> {
  const zoned = { shopId, timeZone: "UTC", name: "Mugs", domain: "mugs.example" };
  const files: string[] = [];
  for (const affiliateId of affiliateIds) {
    const asked = { affiliateId, ...instantsOf(zoned, march) };
    const take = async (statement: Parameters<typeof statementCsv>[0]) => {
      let text = "";
      for await (const part of statementCsv(statement)) text += part;
      files.push(text);
    };
    accepted(await readStatement(zoned, asked, take));
  }
  return files;
}

async function postedOf({ shopId }: Merchant): Promise<{ closed: unknown[]; open: number }> {
  const closed = await db().execute(sql`select * from ledger_entries
    where shop_id = ${shopId} and recorded_at < '2026-04-01' order by sequence`);
  const open = await db().execute<{ count: number }>(sql`select count(*)::int as count from ledger_entries
    where shop_id = ${shopId} and recorded_at >= '2026-04-01'`);
  return { closed: closed.rows, open: open.rows[0]?.count ?? 0 };
}

async function deny(merchant: Merchant, orderId: number): Promise<void> {
  const { commissionId } = await commissionOf(merchant, orderId);
  expect(await decideAs(merchant, commissionId, "denied", { now: late })).toBe("done");
}

it("whatever is posted late, the files of a closed month stay as they were, byte by byte", async () => {
  const { merchant, other, orders, sent, settled } = await closedMerchant();
  const { shopId, shop, actor } = merchant;
  const by = { actor, now: late };
  const [first = 0, second = 0, third = 0] = orders;
  const affiliates = [merchant.affiliateId, other.affiliateId, sent.affiliateId, settled.affiliateId];
  const files = await filesOf(merchant, affiliates);
  const { closed } = await postedOf(merchant);
  expect(closed.length).toBeGreaterThan(5);
  const move = (paymentId: typeof sent.paymentId, to: "paid" | "returned") =>
    inTransaction((tx) => movePayments(tx, shopId, [{ paymentId, move: { said: "person", to } }], by));
  const tell = async (topic: string, body: object) => {
    await deliver(merchant, topic, body);
    await emptyInbox(late);
  };
  const byHand = { affiliate: other.affiliateId, amount: "9.00", note: "Late", approvalDays: 0 };

  const postings: readonly [name: string, post: () => Promise<unknown>][] = [
    ["an order", () => tell("orders/create", orderBody({ ref: merchant.code }))],
    ["a refund", () => tell("refunds/create", refundBody(first, { amount: "50.00" }))],
    ["a denial", () => deny(merchant, second)],
    [
      "another affiliate",
      () => reassignOrder({ shop, ...by }, String(third), { affiliate: other.code, note: "" }),
    ],
    [
      "an adjustment",
      () => adjustAffiliate({ shop, ...by }, other.affiliateId, { amount: "3.00", note: "Late" }),
    ],
    ["a commission by hand", () => addCommission({ shop, ...by }, byHand)],
    ["a release", () => releaseOfShop(shopId, late)],
    ["a payment that arrived", () => move(sent.paymentId, "paid")],
    ["a payment that came back", () => move(settled.paymentId, "returned")],
  ];
  let { open } = await postedOf(merchant);
  for (const [name, post] of postings) {
    accepted(await post());
    const after = await postedOf(merchant);
    expect([name, after.open > open]).toEqual([name, true]);
    expect([name, after.closed]).toEqual([name, closed]);
    expect([name, await filesOf(merchant, affiliates)]).toEqual([name, files]);
    open = after.open;
  }
});
