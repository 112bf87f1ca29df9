import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { db } from "#app/platform/db.server.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";

const dayMs = 86_400_000;
let world: PaypalWorld;

beforeAll(async () => {
  world = await startPaypalWorld();
});

afterAll(() => world.close());

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Has PayPal pay what the app says it sent. */
async function send(name: string, senderIds: readonly string[], value = "10.00"): Promise<void> {
  const body = JSON.stringify({
    sender_batch_header: { sender_batch_id: name, email_subject: "Paid" },
    items: senderIds.map((sender_item_id, at) => ({
      recipient_type: "EMAIL",
      amount: { value, currency: "USD" },
      receiver: `r${at}@example.com`,
      sender_item_id,
    })),
  });
  expect(await createPayout(world.account, body)).toMatchObject({ kind: "accepted" });
}

it("PayPal's own report is read, compared and reconciled to the cent, without other stores' payments", async () => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const { shopId, shop, actor } = merchant;
  const { sectionId, payments } = await createPaidSection(merchant, ["checking", "checking", "checking"]);
  const { payments: theirs } = await createPaidSection(other, ["checking"]);
  const first = dayOf(world.paypal.ctx.now());
  await send(
    `${shopId}:one`,
    payments.map((one) => `${shopId}:${one.paymentId}`),
  );
  await send(
    `${other.shopId}:one`,
    theirs.map((one) => `${other.shopId}:${one.paymentId}`),
  );
  world.paypal.advance(2 * dayMs);
  const now = world.paypal.ctx.now();
  const by = { actor, now };
  const days = { provider: "paypal", first, last: dayOf(now) } as const;
  const taken = await importReport({ shop, ...by }, days);
  if (isRefusal(taken)) throw new Error(taken.reason.code);
  await matchStatement(taken, () => new Date());
  const view = await readProviderStatement(shopId, taken.statementId);
  if (isRefusal(view)) throw new Error(view.reason.code);
  const { lines } = accepted(await readLines(view.statement, {}, { page: 1, limit: 50 }));
  expect(lines.map((one) => one.line.match)).toEqual(["paid", "paid", "paid"]);
  expect(lines[0]?.line.receiver).toBe("r…@example.com");
  const asked = { numbers: lines.map((one) => one.line.number), step: "settle", note: "" } as const;
  expect(await resolveLines({ shop: { shopId }, ...by }, taken.statementId, asked)).toBe(3);
  expect(await readSectionBooks(shopId, sectionId)).toMatchObject({
    identity: { startedMinor: 3000n, settledMinor: 3000n, inTransitMinor: 0n, differenceMinor: 0n },
    reconciled: { payments: 3, reconciled: 3, paidMinor: 3000n, toldMinor: 3000n },
  });
  const books = await readSectionBooks(shopId, sectionId);
  expect(isRefusal(books) ? null : books.reconciled.feesMinor).toBe(
    isRefusal(books) ? 0n : books.reconciled.toldFeesMinor,
  );
  // Importing these days again is refused.
  expect(await importReport({ shop, ...by }, days)).toMatchObject({ refused: "conflict" });
  expect(await importReport({ shop, ...by }, { ...days, last: "9998-01-01" })).toMatchObject({
    errors: [{ field: "last" }],
  });
}, 60_000);

it("is asked for in spans that PayPal takes, where clocks are put back too", async () => {
  const { shop, actor } = await makeMerchant();
  const now = world.paypal.ctx.now();
  const year = now.getUTCFullYear() - 1;
  // October has 31 days and an hour there.
  const berlin = { ...shop, timeZone: "Europe/Berlin" };
  const asked = (first: string, last: string) =>
    importReport(
      { shop: berlin, actor, now },
      { provider: "paypal", first: `${year}-${first}`, last: `${year}-${last}` },
    );
  expect(await asked("10-01", "10-31")).toMatchObject({ refused: "not-possible" });
  expect(await asked("09-15", "12-15")).toMatchObject({ refused: "not-possible" });
});

it("a payment after the end of PayPal's report is not missing in it, and a later report has it", async () => {
  const merchant = await makeMerchant();
  const { shopId, shop, actor } = merchant;
  const { payments } = await createPaidSection(merchant, ["paid", "paid"]);
  const settleAt = (paymentId: string, at: Date) =>
    db().execute(sql`update payout_payments set settled_at = ${at.toISOString()}::timestamptz
      where shop_id = ${shopId} and payment_id = ${paymentId}`);
  const start = world.paypal.ctx.now();
  const [early, late] = payments.map((one) => one.paymentId);
  await send(`${shopId}:early`, [`${shopId}:${early}`]);
  await settleAt(early ?? "", start);
  world.paypal.advance(dayMs);
  // PayPal paid it and said so, and its report is hours behind.
  world.paypal.switch({ reportLagMs: 3 * 3_600_000 });
  await settleAt(late ?? "", new Date(world.paypal.ctx.now().getTime() - 3_600_000));
  const report = async () => {
    const now = world.paypal.ctx.now();
    const days = { provider: "paypal", first: dayOf(start), last: dayOf(now) } as const;
    const taken = accepted(await importReport({ shop, actor, now }, days));
    await matchStatement(taken, () => now);
    const { statement } = accepted(await readProviderStatement(shopId, taken.statementId));
    const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 50 }));
    return {
      behindMs: now.getTime() - statement.until.getTime(),
      stands: lines.map(({ line }) => line.match),
    };
  };
  const first = await report();
  expect(first.stands).not.toContain("missing");
  expect(Math.round(first.behindMs / 3_600_000)).toBe(3);
  // Hours later the report knows those days, and has the same payments.
  world.paypal.advance(3 * 3_600_000);
  expect((await report()).stands).toEqual([...first.stands, "missing"]);
  world.paypal.switch({ reportLagMs: 0 });
});

it("a report that PayPal does not give is said so, and nothing is taken in", async () => {
  const { shop, actor } = await makeMerchant();
  const now = world.paypal.ctx.now();
  world.paypal.ctx.state.switches.rights.reporting = false;
  const day = dayOf(now);
  const refused = await importReport({ shop, actor, now }, { provider: "paypal", first: day, last: day });
  world.paypal.ctx.state.switches.rights.reporting = true;
  expect(refused).toMatchObject({ refused: "unavailable" });
  const none = await importReport({ shop, actor, now }, { provider: "paypal", first: day, last: day });
  expect(none).toMatchObject({ refused: "not-possible" });
});
