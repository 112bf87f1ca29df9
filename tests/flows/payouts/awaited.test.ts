import { beforeEach, describe, expect, it } from "vitest";
import type { PaymentId } from "#app/domain/ids.ts";
import type { Step } from "#app/domain/statements/match.ts";
import { statementLineWire } from "#app/contracts/reconciliation.ts";
import { encode } from "#app/contracts/wire.ts";
import { lineViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { wrongStatementLines, wrongStatements } from "#app/store/verification-payouts.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection, type PaidPayment } from "../../support/paid-shop.ts";

const now = new Date("2026-03-31T10:00:00Z");
const bookings = "Booking date,Currency,Amount,Bank reference,Reference";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
let merchant: Merchant;
/** The bank booked the first one and said nothing about the second. */
let booked: PaidPayment | undefined;
let awaited: PaidPayment | undefined;
/** Bookings of payouts of long ago, so that a file of some days is one of this account. */
let old: readonly PaidPayment[];

beforeEach(async () => {
  merchant = await makeMerchant();
  [booked, awaited] = (await createPaidSection(merchant, ["sent", "sent"], { method: "bank" })).payments;
  old = (await createPaidSection(merchant, ["paid", "paid", "paid"], { method: "bank" })).payments;
});

const row = (payment: PaidPayment | undefined, day: string) =>
  `2026-03-${day},USD,-10.00,B ${day} ${payment?.paymentId},Commission ${payment?.paymentId}`;

async function take(...rows: string[]): Promise<string> {
  const bytes = Buffer.from([bookings, ...rows].join("\r\n"));
  const taken = await importStatement(
    merchant,
    { bytes, said: { provider: "bank", fileName: "march.csv" } },
    now,
  );
  const { statementId } = accepted(taken);
  await matchStatement({ shopId: merchant.shopId, statementId }, () => now);
  return statementId;
}

/** The line of a statement about what is awaited, as it goes out; nothing where it has none. */
async function lineOf(statementId: string) {
  const { statement } = accepted(await readProviderStatement(merchant.shopId, statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 50 }));
  const found = lines.find((one) => one.line.paymentId === awaited?.paymentId);
  if (!found) return undefined;
  const { number, match, waits, waitsUntil, steps, resolution } = encode(
    statementLineWire,
    lineViewOf(found),
  );
  return { number, match, waits, waitsUntil, steps, resolution };
}

async function does(statementId: string, step: Step) {
  const { number = 0 } = (await lineOf(statementId)) ?? {};
  const { shopId, actor } = merchant;
  return await resolveLines({ shop: { shopId }, actor, now }, statementId, {
    numbers: [number],
    step,
    note: "Known",
  });
}

const again = async (statementId: string) => {
  await compareAgain(merchant.shopId, statementId);
  await matchStatement({ shopId: merchant.shopId, statementId }, () => now);
};

const statusOf = async (payment: PaidPayment | undefined) =>
  (await findPayment(db(), merchant.shopId, payment?.paymentId as PaymentId))?.status;

const wrong = async () => [
  ...(await wrongStatements(db(), merchant.shopId)),
  ...(await wrongStatementLines(db(), merchant.shopId)),
];

const onItsWay = { match: "awaited", waits: true, waitsUntil: "2026-03-12T00:00:00.000Z", steps: ["noted"] };

describe("a payment sent to the bank days ago and not booked yet", () => {
  it("is on its way in a statement that ends before the bank has to have paid, and is not returned to the balance for it", async () => {
    const id = await take(row(booked, "05"), row(old[0], "09"));
    expect(await lineOf(id)).toMatchObject(onItsWay);
    expect(await does(id, "return")).toMatchObject({
      refused: "not-possible",
      reason: { code: "line_step", what: "bank_may_pay" },
    });
    expect(await statusOf(awaited)).toBe("sent");
    // However late it is compared again, it tells of no more days.
    await again(id);
    expect(await lineOf(id)).toMatchObject({ ...onItsWay, resolution: "" });
    const { counts } = accepted(await readProviderStatement(merchant.shopId, id));
    expect(counts.map(({ match }) => match)).not.toContain("missing");
    expect(await wrong()).toEqual([]);
  });

  it("is missing in the next statement, which goes on where that one ended, and is returned to the balance once", async () => {
    const first = await take(row(booked, "05"), row(old[0], "06"));
    // The next file begins after a weekend without a booking, and does not go far enough either.
    const second = await take(row(old[1], "09"), row(old[1], "10"));
    expect(await lineOf(second)).toMatchObject(onItsWay);
    const third = await take(row(old[2], "11"), row(old[2], "20"));
    const missing = { match: "missing", waits: false, waitsUntil: null, steps: ["return", "noted"] };
    expect(await lineOf(third)).toMatchObject(missing);
    await again(third);
    expect(await lineOf(third)).toMatchObject({ ...missing, resolution: "" });
    expect(await does(third, "return")).toBe(1);
    expect(await statusOf(awaited)).toBe("returned");
    // In the others it is no longer awaited.
    for (const id of [first, second]) await again(id);
    expect([(await lineOf(first))?.resolution, (await lineOf(second))?.resolution]).toEqual([
      "found",
      "found",
    ]);
    expect(await wrong()).toEqual([]);
  });

  it("is missing in no statement that begins days after the last one: the bank may have booked it in between", async () => {
    await take(row(booked, "05"), row(old[0], "06"));
    expect(await lineOf(await take(row(old[1], "11"), row(old[1], "20")))).toBeUndefined();
    // One that has all of the days tells.
    expect(await lineOf(await take(row(booked, "05"), row(old[2], "20")))).toMatchObject({
      match: "missing",
      steps: ["return", "noted"],
    });
  });

  it("is matched in the next statement once the bank has booked it, and no longer awaited", async () => {
    const first = await take(row(booked, "05"), row(old[0], "06"));
    const second = await take(row(awaited, "09"), row(old[1], "20"));
    expect(await lineOf(second)).toMatchObject({ match: "paid", steps: ["settle", "noted"] });
    expect(await does(second, "settle")).toBe(1);
    await again(first);
    expect(await lineOf(first)).toMatchObject({ resolution: "found", waits: false });
  });

  it("is awaited though a person marked it as paid: they mark the file", async () => {
    const said = {
      paymentId: awaited?.paymentId as PaymentId,
      move: { said: "person", to: "paid" } as const,
    };
    const at = new Date("2026-03-06T00:00:00Z");
    await inTransaction((tx) =>
      movePayments(tx, merchant.shopId, [{ ...said, happenedAt: at }], { actor: merchant.actor, now: at }),
    );
    const id = await take(row(booked, "05"), row(old[0], "07"));
    expect(await lineOf(id)).toMatchObject(onItsWay);
    expect(await does(id, "return")).toMatchObject({ refused: "not-possible" });
    expect(await lineOf(await take(row(old[1], "09"), row(old[1], "20")))).toMatchObject({
      match: "missing",
      steps: ["return", "noted"],
    });
  });
});
