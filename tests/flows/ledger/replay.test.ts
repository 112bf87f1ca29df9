import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { falsifications } from "./falsifications.ts";
import { textOf, withFalsified } from "./falsify.ts";
import { makeRichBooks, type RichBooks } from "./rich-books.ts";

let books: RichBooks;
let replays = 0;

const replay = (keep = false) => {
  replays += 1;
  return replayShop(books.shopId, {
    schema: `replay_test_${process.pid}_${replays}`,
    keep,
    now: new Date("2026-05-01T00:00:00Z"),
  });
};

beforeAll(async () => {
  books = await makeRichBooks();
});

describe("replaying rich books", () => {
  it("comes to the same commissions and balances, and leaves nothing behind", async () => {
    const { differences, ...size } = await replay();
    expect(differences.map(differenceText)).toEqual([]);
    expect(size).toEqual({ orders: 8, commissions: 15 });
    const left = await textOf(
      sql`select count(*)::text as text from pg_namespace where nspname like ${`replay_test_${process.pid}%`}`,
    );
    expect(left).toBe("0");
  });
});

const names = new Set([
  "the amount of a ledger entry",
  "the lifted decision of a commission",
  "the affiliate of a commission",
  "the version of a commission",
  "the inputs of a commission",
  "the facts of an order",
  "the amount of an addition by hand",
  "the amount of a bonus",
]);
const replayed = falsifications.filter((one) => names.has(one.what));

describe("replaying falsified books", () => {
  it.each(replayed)(
    "names the commission when $what was falsified",
    async ({ table, key: keyOf, where, set }) => {
      const key = await keyOf(books);
      const commission = await textOf(
        table === "ledger_entries"
          ? sql`select subject as text from ledger_entries where shop_id = ${books.shopId} and ledger_entry_id = ${key}`
          : sql`select commission_id as text from commissions where shop_id = ${books.shopId}
            and (commission_id = ${key} or (order_id = ${key} and kind = 'order'))`,
      );
      const { differences } = await withFalsified(
        books.shopId,
        { table, where: where(key, books), set },
        () => replay(),
      );
      const [first] = differences;
      expect(first && rowOfDifference(first)).toEqual({ table: "commissions", key: commission });
    },
  );
});
