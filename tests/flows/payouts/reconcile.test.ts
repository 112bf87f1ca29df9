import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { lineViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { Step } from "#app/domain/statements/match.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection, type PaidPayment } from "../../support/paid-shop.ts";
import { whyOf } from "../../support/why.ts";

const now = new Date("2026-03-20T10:00:00Z");
const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number,To Email Address";

type Told = { status?: string; type?: string; gross?: string; fee?: string; day?: string; currency?: string };

function lineOf(shopId: string, paymentId: string, at: number, told: Told = {}): string {
  const {
    status = "Completed",
    type = "Mass Payment",
    gross = "-10.00",
    fee = "0.00",
    day = "2026-03-05",
    currency = "USD",
  } = told;
  return [
    day,
    type,
    status,
    currency,
    gross,
    fee,
    `TXN${at}${paymentId.slice(-4)}`,
    `${shopId}:${paymentId}`,
    "a@b.example",
  ].join(",");
}

const file = (...lines: string[]) => Buffer.from([head, ...lines].join("\r\n"));

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** Takes a file in and has it compared; answers the statement's id. */
async function taken(merchant: Merchant, bytes: Buffer): Promise<string> {
  const found = await importStatement(
    merchant,
    { bytes, said: { provider: "paypal", fileName: "march.csv" } },
    now,
  );
  if (isRefusal(found)) throw new Error(JSON.stringify(found));
  await matchStatement(found, () => new Date());
  return found.statementId;
}

async function linesOf({ shopId }: Merchant, statementId: string) {
  const view = await readProviderStatement(shopId, statementId);
  if (isRefusal(view)) throw new Error(whyOf(view));
  const { lines } = accepted(await readLines(view.statement, {}, { page: 1, limit: 250 }));
  return { view, lines, matches: lines.map((one) => one.line.match) };
}

const payable = async ({ shopId }: Merchant, { affiliateId }: PaidPayment) =>
  (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId)?.[0];

const resolved = (
  { shopId, actor }: Merchant,
  id: string,
  numbers: number[],
  ...[step, note = "", affiliate]: [step: Step, note?: string, affiliate?: string]
) => resolveLines({ shop: { shopId }, actor, now }, id, { numbers, step, note, affiliate });

describe("a provider's statement", () => {
  it("agrees with a section that was paid, to the cent", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const { sectionId, payments } = await createPaidSection(
      merchant,
      Array.from({ length: 5 }, () => "paid" as const),
    );
    const id = await taken(merchant, file(...payments.map((one, at) => lineOf(shopId, one.paymentId, at))));
    expect((await linesOf(merchant, id)).matches).toEqual(Array.from({ length: 5 }, () => "matched"));
    expect(await readSectionBooks(shopId, sectionId)).toMatchObject({
      identity: { startedMinor: 5000n, settledMinor: 5000n, inTransitMinor: 0n, differenceMinor: 0n },
      reconciled: { payments: 5, reconciled: 5, paidMinor: 5000n, toldMinor: 5000n },
    });
  });

  it("counts a row once that is both the returned payment and the money that it brought", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const { payments } = await createPaidSection(merchant, ["returned", "paid"]);
    const [back = "", paid = ""] = payments.map((one) => one.paymentId);
    const id = await taken(
      merchant,
      file(
        lineOf(shopId, back, 0, { status: "Returned" }),
        lineOf(shopId, back, 1, { type: "Mass Pay Reversal", gross: "10.00" }),
        lineOf(shopId, paid, 2),
      ),
    );
    expect((await linesOf(merchant, id)).view.totals).toEqual([
      {
        currency: "USD",
        paid: { count: 1, amountMinor: 1000n },
        back: { count: 1, amountMinor: 1000n },
      },
    ]);
  });

  it("tells every difference, and each has a step that ends in a posting", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const states = ["paid", "checking", "paid", "unclaimed", "paid", "paid", "paid", "canceled"] as const;
    const { sectionId, payments } = await createPaidSection(merchant, states);
    const [agreed, open, back, unclaimed, other, fee, missing, cancelled] = payments as [
      PaidPayment,
      PaidPayment,
      PaidPayment,
      PaidPayment,
      PaidPayment,
      PaidPayment,
      PaidPayment,
      PaidPayment,
    ];
    const stranger = `pit_${"0".repeat(26)}`;
    const id = await taken(
      merchant,
      file(
        lineOf(shopId, agreed.paymentId, 0),
        lineOf(shopId, open.paymentId, 1, { fee: "-0.25" }),
        lineOf(shopId, back.paymentId, 2, { type: "Mass Pay Reversal", gross: "10.00" }),
        lineOf(shopId, unclaimed.paymentId, 3, { status: "Unclaimed" }),
        lineOf(shopId, other.paymentId, 4, { gross: "-9.40" }),
        lineOf(shopId, fee.paymentId, 5, { fee: "-0.30" }),
        lineOf(shopId, cancelled.paymentId, 6),
        lineOf(shopId, stranger, 7),
      ),
    );
    const { lines, matches, view } = await linesOf(merchant, id);
    expect(matches).toEqual([
      "matched",
      "paid",
      "returned",
      "unclaimed",
      "amount",
      "fee",
      "unexpected",
      "unexpected",
      "missing",
    ]);
    expect(lines.map((one) => one.steps[0] ?? "none")).toEqual([
      "none",
      "settle",
      "return",
      "take-back",
      "adjust",
      "fee",
      "adjust",
      "record",
      "return",
    ]);
    expect(view.counts.reduce((sum, one) => sum + one.open, 0)).toBe(8);
    const number = (at: number) => lines[at]?.line.number ?? 0;

    expect(await resolved(merchant, id, [number(1)], "settle")).toBe(1);
    expect(await findPayment(db(), shopId, open.paymentId)).toMatchObject({ status: "paid", feeMinor: 25n });
    expect(await resolved(merchant, id, [number(2)], "return", "It bounced")).toBe(1);
    expect(await payable(merchant, back)).toMatchObject({ payableMinor: 1000n, paidMinor: 0n });
    // Posted back here alone, it could still be claimed there: PayPal has to take it back.
    expect(await resolved(merchant, id, [number(3)], "return")).toMatchObject({
      reason: { code: "line_step", what: "provider_may_pay" },
    });
    expect(await resolved(merchant, id, [number(3)], "noted", "Waits for its receiver")).toBe(1);
    expect(await payable(merchant, unclaimed)).toMatchObject({ payableMinor: 0n, inTransitMinor: 1000n });
    expect(await resolved(merchant, id, [number(4)], "adjust")).toMatchObject({
      errors: [{ field: "note" }],
    });
    expect(await resolved(merchant, id, [number(4)], "adjust", "PayPal paid 9.40")).toBe(1);
    expect(await payable(merchant, other)).toMatchObject({ payableMinor: 60n, paidMinor: 1000n });
    expect(await resolved(merchant, id, [number(5)], "fee")).toBe(1);
    expect(await findPayment(db(), shopId, fee.paymentId)).toMatchObject({ feeMinor: 30n });
    expect(await resolved(merchant, id, [number(6)], "adjust", "Paid though taken back")).toBe(1);
    expect(await payable(merchant, cancelled)).toMatchObject({ payableMinor: 0n });
    expect(await resolved(merchant, id, [number(7)], "noted", "Not ours")).toBe(1);
    expect(await resolved(merchant, id, [number(8)], "return", "Never left")).toBe(1);
    expect(await payable(merchant, missing)).toMatchObject({ payableMinor: 1000n });

    const after = await linesOf(merchant, id);
    expect(after.view.counts.reduce((sum, one) => sum + one.open, 0)).toBe(0);
    expect(after.lines.every((one) => one.steps.length === 0)).toBe(true);
    expect(await readSectionBooks(shopId, sectionId)).toMatchObject({ identity: { differenceMinor: 0n } });
  });

  it("is resolved once, however often it is asked, and only by a step that fits", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const { payments } = await createPaidSection(merchant, ["checking", "paid"]);
    const [open, done] = payments as [PaidPayment, PaidPayment];
    const id = await taken(
      merchant,
      file(lineOf(shopId, open.paymentId, 0), lineOf(shopId, done.paymentId, 1)),
    );
    expect(await resolved(merchant, id, [2, 3], "settle")).toMatchObject({ errors: [{ field: "step" }] });
    expect(await findPayment(db(), shopId, open.paymentId)).toMatchObject({ status: "checking" });
    expect(await Promise.all([1, 2, 3].map(() => resolved(merchant, id, [2], "settle")))).toEqual(
      expect.arrayContaining([1, 0, 0]),
    );
    expect(await payable(merchant, open)).toMatchObject({ paidMinor: 1000n, inTransitMinor: 0n });
    expect(await resolved(merchant, id, [99], "settle")).toMatchObject({ refused: "not-found" });
    const { rows } = await db().execute(
      sql`select count(*)::int as count from audit_events where shop_id = ${shopId} and action = 'resolved'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it("is taken in once, wholly, and not where it is of another account", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const { payments } = await createPaidSection(merchant, ["paid"]);
    const bytes = file(lineOf(shopId, payments[0]?.paymentId ?? "", 0));
    const id = await taken(merchant, bytes);
    const said = { provider: "paypal", fileName: "again.csv" };
    expect(await importStatement(merchant, { bytes, said }, now)).toMatchObject({
      refused: "conflict",
      reason: { code: "statement_imported", day: { day: "2026-03-20" }, statement: id },
    });
    const stranger = await makeMerchant();
    expect(await importStatement(stranger, { bytes, said }, now)).toMatchObject({
      refused: "invalid",
      reason: { code: "statement_of_other_account" },
    });
    const { rows } = await db().execute<{ shop_id: string }>(
      sql`select shop_id from provider_statements where shop_id in (${shopId}, ${stranger.shopId})`,
    );
    expect(rows).toEqual([{ shop_id: shopId }]);
    expect(await importStatement(merchant, { bytes: Buffer.alloc(10_000_001), said }, now)).toMatchObject({
      errors: [{ field: "file", reason: { code: "file_too_large", megabytes: 10 } }],
    });
  });

  it("compared again, no longer misses what ended here meanwhile, and does not settle in another's money", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const { payments } = await createPaidSection(merchant, ["sent", "sent", "sent"]);
    const [missed, foreign, pending] = payments as [PaidPayment, PaidPayment, PaidPayment];
    const told = [
      lineOf(shopId, foreign.paymentId, 0, { gross: "-9.00", fee: "-0.20", currency: "EUR" }),
      lineOf(shopId, pending.paymentId, 1, { status: "Pending" }),
    ];
    const id = await taken(merchant, file(...told));
    const before = await linesOf(merchant, id);
    expect(before.matches).toEqual(["amount", "pending", "missing"]);
    expect(before.lines.map((one) => one.steps)).toEqual([["settle", "noted"], ["noted"], ["noted"]]);
    expect(before.lines.map((one) => lineViewOf(one)).map(({ says, waits }) => [says, waits])).toEqual([
      ["paid", false],
      ["sent", true],
      [null, true],
    ]);
    expect(await resolved(merchant, id, [before.lines[2]?.line.number ?? 0], "return")).toMatchObject({
      errors: [{ field: "step", reason: { code: "line_step", what: "provider_may_pay" } }],
    });
    expect(await resolved(merchant, id, [before.lines[0]?.line.number ?? 0], "settle")).toBe(1);
    expect(await findPayment(db(), shopId, foreign.paymentId)).toMatchObject({
      status: "paid",
      feeMinor: 0n,
    });
    const failed = { paymentId: missed.paymentId, move: { said: "provider", to: "failed" } as const };
    await inTransaction((tx) => movePayments(tx, shopId, [failed], { now }));
    expect(await compareAgain(shopId, id)).toBe(true);
    await matchStatement({ shopId, statementId: id }, () => now);
    const after = await linesOf(merchant, id);
    expect(after.lines.map((one) => one.line.resolution)).toEqual(["settle", "", "found"]);
    expect(after.lines[2]?.line).toMatchObject({ resolvedAt: now, resolvedBy: systemActor });
  });

  it("stays as the provider said it, and is compared again when payouts moved on", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const { payments } = await createPaidSection(merchant, ["checking", "paid"]);
    const id = await taken(merchant, file(lineOf(shopId, payments[0]?.paymentId ?? "", 0)));
    expect((await linesOf(merchant, id)).matches).toEqual(["paid", "missing"]);
    const change = sql`update statement_lines set amount_minor = 1 where shop_id = ${shopId}`;
    await expect(db().execute(change)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("stays") },
    });
    expect(await compareAgain(shopId, id)).toBe(true);
    expect(await resolved(merchant, id, [2], "settle")).toMatchObject({ refused: "conflict" });
    await matchStatement({ shopId, statementId: id }, () => new Date());
    expect((await linesOf(merchant, id)).matches).toEqual(["paid", "missing"]);
    const { view, lines } = await linesOf(merchant, id);
    expect(lines[1]?.line.resolvedAt).toBeNull();
    expect(view.counts.find((one) => one.match === "missing")).toMatchObject({ open: 1 });
    expect(await compareAgain(shopId, "pst_nobody")).toMatchObject({ refused: "not-found" });
  });
});
