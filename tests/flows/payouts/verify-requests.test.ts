import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { idPrefixes, type PayoutRequestId, type ProviderStatementId } from "#app/domain/ids.ts";
import { differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertRequests, sealContent } from "#app/store/payout-requests.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { putIntoRequest } from "#app/store/payout-payments.ts";
import { insertStatement, insertStatementLines } from "#app/store/provider-statements.ts";
import { makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { type Falsification, putIn, takeOut, withFalsified } from "../ledger/falsify.ts";
import { startSection } from "../../support/section.ts";

const now = new Date("2026-03-10T12:00:00Z");

/**
 * A section that pays three and skips one who owes; two requests of it, of which one was tried; and a statement that
 * mentions the first as it is, the second with another amount, somebody else's payment, and not the third.
 */
async function handedOver() {
  const shop = await makePayingShop([500n, 600n, 700n, -300n]);
  const { shopId, ada } = shop;
  const asked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null } as const;
  const sectionId = await startSection(shopId, asked, { count: 3, totalMinor: 1800n }, { actor: ada, now });
  await runPlan(shopId, sectionId);
  const payments = await listPayments(db(), shopId, { filter: { sectionId }, limit: 10, offset: 0 });
  const ids = payments.map((one) => one.paymentId);
  const [first, second, third] = payments;
  if (!first || !second || !third) throw new Error("There are fewer payments.");
  const requests = await inTransaction(async (tx) => {
    const made: PayoutRequestId[] = [];
    for (const [index, own] of [[first, second], [third]].entries()) {
      const requestId = newId<PayoutRequestId>(idPrefixes.payoutRequest, now);
      const tried = index === 0 ? { attempts: 1, firstTriedAt: now, status: "accepted" as const } : {};
      const row = {
        shopId,
        requestId,
        sectionId,
        ordinal: index + 1,
        status: "ready" as const,
        createdAt: now,
      };
      const totalMinor = own.reduce((sum, one) => sum + one.amountMinor, 0n);
      const sealed = sealContent(shopId, requestId, `pays ${own.length}`);
      await insertRequests(tx, [{ ...row, ...sealed, paymentCount: own.length, totalMinor, ...tried }]);
      await putIntoRequest(
        tx,
        shopId,
        requestId,
        own.map((one) => one.paymentId),
      );
      made.push(requestId);
    }
    const step = { said: "app", to: "sending" } as const;
    await movePayments(
      tx,
      shopId,
      ids.map((paymentId) => ({ paymentId, move: step })),
      { now },
    );
    const move = { said: "provider", to: "paid" } as const;
    await movePayments(
      tx,
      shopId,
      ids.map((paymentId) => ({ paymentId, move, happenedAt: now })),
      { now },
    );
    return made;
  });
  const statementId = await inTransaction(async (tx) => {
    const id = newId<ProviderStatementId>(idPrefixes.providerStatement, now);
    const days = { since: new Date("2026-03-01T00:00:00Z"), until: new Date("2026-04-01T00:00:00Z") };
    const told = {
      status: "matching",
      lineCount: 3,
      readUpTo: "",
      stopped: "",
      accountsRead: 0,
      matchedUpTo: 0,
      fileName: "",
      contentHash: "x",
    } as const;
    const of = { shopId, statementId: id, currency: "USD", outcome: "paid", match: "waiting" };
    const taken = { createdBy: ada, createdAt: now, provider: "paypal", source: "csv" } as const;
    await insertStatement(tx, { shopId, statementId: id, ...days, ...told, ...taken });
    await insertStatementLines(tx, [
      { ...of, number: 1, senderItemId: first.paymentId, amountMinor: first.amountMinor },
      { ...of, number: 2, senderItemId: second.paymentId, amountMinor: second.amountMinor + 5n },
      { ...of, number: 3, senderItemId: "", amountMinor: 42n },
    ]);
    return id;
  });
  await matchStatement({ shopId, statementId }, () => now);
  return { shopId, sectionId, ids, requests, statementId };
}

type Books = Awaited<ReturnType<typeof handedOver>>;
let books: Books;
beforeAll(async () => {
  books = await handedOver();
});

const rowsNamed = async ({ shopId }: Books) => (await verifyShop(shopId)).differences.map(rowOfDifference);

/** The first row that is named while one is falsified. */
const namedWhile = async (falsified: Falsification) =>
  (await withFalsified(books.shopId, falsified, () => rowsNamed(books)))[0];

describe("requests and their content", () => {
  it("agrees as long as nothing was falsified", async () => {
    expect((await verifyShop(books.shopId)).differences.map(differenceText)).toEqual([]);
    const { rows } = await db().execute<{ match: string }>(
      sql`select match from statement_lines where shop_id = ${books.shopId} order by number`,
    );
    expect(rows.map((one) => one.match)).toEqual(["matched", "amount", "unexpected", "missing"]);
  });

  it.each([
    ["count", { payment_count: sql`payment_count + 1` }],
    ["total", { total_minor: sql`total_minor + 1` }],
    [
      "content",
      { sealed_content: sql`(select max(o.sealed_content) from payout_requests o where o.ordinal = 2)` },
    ],
    ["hash", { content_hash: sql`repeat('0', 64)` }],
    ["tries", { attempts: sql`0` }],
    ["first try", { first_tried_at: sql`null` }],
    ["status", { status: sql`'sending'`, attempts: sql`0`, first_tried_at: sql`null` }],
    ["section", { section_id: sql`'pob_other'` }],
  ] as const)("names the part of a section whose %s somebody rewrote", async (_what, set) => {
    const [key = ""] = books.requests;
    const where = sql`request_id = ${key}`;
    expect(await namedWhile({ table: "payout_requests", where, set })).toEqual({
      table: "payout_requests",
      key,
    });
  });

  it("names the request that says it is done, while a payment in it is open", async () => {
    const [, key = ""] = books.requests;
    const done = { table: "payout_requests", where: sql`request_id = ${key}`, set: { status: sql`'paid'` } };
    const set = { closed_at: sql`null` };
    const where = sql`request_id = ${key}`;
    const named = await withFalsified(books.shopId, done, () =>
      withFalsified(books.shopId, { table: "payout_payments", where, set }, () => rowsNamed(books)),
    );
    expect(named).toContainEqual({ table: "payout_requests", key });
  });

  it.each([
    ["what was payable", { payable_minor: sql`payable_minor - 1` }],
    ["the reason", { reason: sql`'on_hold'` }],
    ["who it was", { affiliate_id: sql`(select max(i.affiliate_id) from payout_payments i)` }],
    ["the payout", { payout_id: sql`'pyo_other'` }],
  ] as const)("names whom a payout left out where somebody rewrote %s", async (_what, set) => {
    const named = await namedWhile({ table: "payout_skipped", where: sql`true`, set });
    expect(named?.table).toBe("payout_skipped");
  });

  it.each([
    ["how many lines it has", { line_count: sql`line_count + 1` }],
    ["how far it was compared", { matched_up_to: sql`2` }],
    ["its days", { until: sql`since` }],
  ] as const)("names a provider's statement where somebody rewrote %s", async (_what, set) => {
    const row = { table: "provider_statements", key: books.statementId };
    expect(await namedWhile({ table: row.table, where: sql`true`, set })).toEqual(row);
  });

  it.each([
    ["amount of a line that agrees", 1, { amount_minor: sql`amount_minor + 1` }],
    ["currency of a line", 1, { currency: sql`'EUR'` }],
    ["payout of a line", 1, { payment_id: sql`'pit_other'` }],
    ["payout of a line, taken away", 1, { payment_id: sql`null` }],
    ["match of a line that differs", 2, { match: sql`'matched'` }],
    ["amount of a line that differs", 2, { amount_minor: sql`amount_minor - 5` }],
    ["match of a line that is nobody's", 3, { match: sql`'matched'` }],
    ["amount of a line for what was not mentioned", 4, { amount_minor: sql`amount_minor + 1` }],
    ["name in a line for what was not mentioned", 4, { sender_item_id: sql`'pit_other'` }],
    ["answer to a line", 2, { resolution: sql`'noted'` }],
    ["instant of an answer to a line", 2, { resolved_at: sql`now()` }],
  ] as const)("names the line of a statement: the %s", async (_what, number, set) => {
    const key = `${books.statementId} ${number}`;
    const where = sql`number = ${number}`;
    expect(await namedWhile({ table: "statement_lines", where, set })).toEqual({
      table: "statement_lines",
      key,
    });
  });

  it("agrees again afterwards", async () => {
    expect(await rowsNamed(books)).toEqual([]);
  });
});

describe("a row that was removed from a request's records, or added to them,", () => {
  const [ofFirst, line]: [(of: Books) => SQL, SQL] = [
    (of) => sql`request_id = ${of.requests[0] ?? ""}`,
    sql`number = 1`,
  ];
  const cases: readonly [
    string,
    (of: Books) => Promise<void>,
    (of: Books) => [table: string, key: string],
  ][] = [
    [
      "a part of a section",
      (of) => takeOut(of.shopId, "payout_requests", ofFirst(of)),
      (of) => ["payout_requests", of.requests[0] ?? ""],
    ],
    [
      "a part without payments",
      (of) =>
        putIn(of.shopId, {
          table: "payout_requests",
          where: ofFirst(of),
          set: { request_id: sql`'poc_false'::text`, ordinal: sql`9` },
        }),
      () => ["payout_requests", "poc_false"],
    ],
    [
      "a line of a statement",
      (of) => takeOut(of.shopId, "statement_lines", line),
      (of) => ["provider_statements", of.statementId],
    ],
    [
      "a statement",
      (of) => takeOut(of.shopId, "provider_statements", sql`true`),
      (of) => ["provider_statements", of.statementId],
    ],
    [
      "a line more",
      (of) => putIn(of.shopId, { table: "statement_lines", where: sql`number = 3`, set: { number: sql`9` } }),
      (of) => ["provider_statements", of.statementId],
    ],
  ];
  it.each(cases)("is named: %s", async (_what, change, named) => {
    const fresh = await handedOver();
    await change(fresh);
    const [table, key] = named(fresh);
    expect(await rowsNamed(fresh)).toContainEqual({ table, key });
  });
});
