import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { idPrefixes, type PayoutChunkId, type ProviderStatementId } from "#app/domain/ids.ts";
import { differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { moveItems } from "#app/flows/payouts/move-items.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertChunks, sealContent } from "#app/store/payout-chunks.ts";
import { listItems } from "#app/store/payout-item-list.ts";
import { putIntoChunk } from "#app/store/payout-items.ts";
import { insertStatement, insertStatementLines } from "#app/store/provider-statements.ts";
import { makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { type Falsification, putIn, takeOut, withFalsified } from "../ledger/falsify.ts";
import { startSection } from "../../support/section.ts";

const now = new Date("2026-03-10T12:00:00Z");

/**
 * A batch that pays three and leaves out one who owes; two chunks of it, of which one was tried; and a statement that
 * mentions the first as it is, the second with another amount, somebody else's payment, and not the third.
 */
async function handedOver() {
  const shop = await makePayingShop([500n, 600n, 700n, -300n]);
  const { shopId, ada } = shop;
  const asked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null } as const;
  const batchId = await startSection(shopId, asked, { count: 3, totalMinor: 1800n }, { actor: ada, now });
  await runPlan(shopId, batchId);
  const items = await listItems(db(), shopId, { filter: { batchId }, limit: 10, offset: 0 });
  const ids = items.map((one) => one.itemId);
  const [first, second, third] = items;
  if (!first || !second || !third) throw new Error("There are fewer items.");
  const chunks = await inTransaction(async (tx) => {
    const made: PayoutChunkId[] = [];
    for (const [index, own] of [[first, second], [third]].entries()) {
      const chunkId = newId<PayoutChunkId>(idPrefixes.payoutChunk, now);
      const tried = index === 0 ? { attempts: 1, firstTriedAt: now, status: "accepted" as const } : {};
      const row = { shopId, chunkId, batchId, ordinal: index + 1, status: "ready" as const, createdAt: now };
      const totalMinor = own.reduce((sum, one) => sum + one.amountMinor, 0n);
      const sealed = sealContent(shopId, chunkId, `pays ${own.length}`);
      await insertChunks(tx, [{ ...row, ...sealed, itemCount: own.length, totalMinor, ...tried }]);
      await putIntoChunk(
        tx,
        shopId,
        chunkId,
        own.map((one) => one.itemId),
      );
      made.push(chunkId);
    }
    const step = { said: "app", to: "sending" } as const;
    await moveItems(
      tx,
      shopId,
      ids.map((itemId) => ({ itemId, move: step })),
      { now },
    );
    const move = { said: "provider", to: "settled" } as const;
    await moveItems(
      tx,
      shopId,
      ids.map((itemId) => ({ itemId, move, happenedAt: now })),
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
    const of = { shopId, statementId: id, currency: "USD", outcome: "settled", match: "waiting" };
    const taken = { createdBy: ada, createdAt: now, provider: "paypal", source: "csv" } as const;
    await insertStatement(tx, { shopId, statementId: id, ...days, ...told, ...taken });
    await insertStatementLines(tx, [
      { ...of, number: 1, senderItemId: first.itemId, amountMinor: first.amountMinor },
      { ...of, number: 2, senderItemId: second.itemId, amountMinor: second.amountMinor + 5n },
      { ...of, number: 3, senderItemId: "", amountMinor: 42n },
    ]);
    return id;
  });
  await matchStatement({ shopId, statementId }, () => now);
  return { shopId, batchId, ids, chunks, statementId };
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

describe("what was handed over", () => {
  it("agrees as long as nothing was falsified", async () => {
    expect((await verifyShop(books.shopId)).differences.map(differenceText)).toEqual([]);
    const { rows } = await db().execute<{ match: string }>(
      sql`select match from statement_lines where shop_id = ${books.shopId} order by number`,
    );
    expect(rows.map((one) => one.match)).toEqual(["matched", "amount", "unexpected", "missing"]);
  });

  it.each([
    ["count", { item_count: sql`item_count + 1` }],
    ["total", { total_minor: sql`total_minor + 1` }],
    [
      "content",
      { sealed_content: sql`(select max(o.sealed_content) from payout_chunks o where o.ordinal = 2)` },
    ],
    ["hash", { content_hash: sql`repeat('0', 64)` }],
    ["tries", { attempts: sql`0` }],
    ["first try", { first_tried_at: sql`null` }],
    ["status", { status: sql`'sending'`, attempts: sql`0`, first_tried_at: sql`null` }],
    ["batch", { batch_id: sql`'pob_other'` }],
  ] as const)("names the part of a batch whose %s somebody rewrote", async (_what, set) => {
    const [key = ""] = books.chunks;
    const where = sql`chunk_id = ${key}`;
    expect(await namedWhile({ table: "payout_chunks", where, set })).toEqual({ table: "payout_chunks", key });
  });

  it("names the part of a batch that says it is done, while a payment in it is open", async () => {
    const [, key = ""] = books.chunks;
    const done = { table: "payout_chunks", where: sql`chunk_id = ${key}`, set: { status: sql`'settled'` } };
    const set = { closed_at: sql`null` };
    const where = sql`chunk_id = ${key}`;
    const named = await withFalsified(books.shopId, done, () =>
      withFalsified(books.shopId, { table: "payout_items", where, set }, () => rowsNamed(books)),
    );
    expect(named).toContainEqual({ table: "payout_chunks", key });
  });

  it.each([
    ["what was payable", { payable_minor: sql`payable_minor - 1` }],
    ["the reason", { reason: sql`'on_hold'` }],
    ["who it was", { affiliate_id: sql`(select max(i.affiliate_id) from payout_items i)` }],
    ["the payout", { payout_id: sql`'pyo_other'` }],
  ] as const)("names whom a payout left out where somebody rewrote %s", async (_what, set) => {
    const named = await namedWhile({ table: "payout_left_out", where: sql`true`, set });
    expect(named?.table).toBe("payout_left_out");
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
    ["payout of a line", 1, { item_id: sql`'pit_other'` }],
    ["payout of a line, taken away", 1, { item_id: sql`null` }],
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

describe("a row that was taken out of what was handed over, or put into it,", () => {
  const [ofFirst, line]: [(of: Books) => SQL, SQL] = [
    (of) => sql`chunk_id = ${of.chunks[0] ?? ""}`,
    sql`number = 1`,
  ];
  const cases: readonly [
    string,
    (of: Books) => Promise<void>,
    (of: Books) => [table: string, key: string],
  ][] = [
    [
      "a part of a batch",
      (of) => takeOut(of.shopId, "payout_chunks", ofFirst(of)),
      (of) => ["payout_chunks", of.chunks[0] ?? ""],
    ],
    [
      "a part without payments",
      (of) =>
        putIn(of.shopId, {
          table: "payout_chunks",
          where: ofFirst(of),
          set: { chunk_id: sql`'poc_false'::text`, ordinal: sql`9` },
        }),
      () => ["payout_chunks", "poc_false"],
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
