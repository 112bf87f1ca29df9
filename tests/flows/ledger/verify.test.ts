import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import {
  byCommission,
  byOrder,
  byTransfer,
  commissionOf,
  falsifications,
  transferOf,
} from "./falsifications.ts";
import { putIn, takeOut, textOf, thenPutBack, withFalsified } from "./falsify.ts";
import { makeRichBooks, type RichBooks } from "./rich-books.ts";

const firstOf = async ({ shopId }: RichBooks) => {
  const [first] = (await verifyShop(shopId)).differences;
  return first && rowOfDifference(first);
};

let rich: RichBooks;

beforeAll(async () => {
  rich = await makeRichBooks();
});

describe("verifying rich books", () => {
  it("finds no difference in the app's own postings", async () => {
    const { differences, ...size } = await verifyShop(rich.shopId);
    expect(differences.map(differenceText)).toEqual([]);
    expect(size).toMatchObject({ orders: 8, differenceCount: 0 });
  });

  it.each(falsifications)("names first the row of $what", async ({ table, key: keyOf, where, set }) => {
    const key = await keyOf(rich);
    const row = { table, where: where(key, rich), set };
    expect(await withFalsified(rich.shopId, row, () => firstOf(rich))).toEqual({ table, key });
  });

  it.each(["Pacific/Kiritimati", "Pacific/Honolulu"])(
    "takes days that were counted before the shop moved to %s for what they were",
    async (zone) => {
      const row = { table: "shops", where: sql`true`, set: { time_zone: sql`${zone}` } };
      const found = await withFalsified(rich.shopId, row, () => verifyShop(rich.shopId));
      expect(found.differences.map(differenceText)).toEqual([]);
    },
  );

  it("names a ledger entry with another's sequence number", async () => {
    const key = await transferOf("sold", "released")(rich);
    const sequence = sql`(select min(sequence) from ledger_entries t where t.shop_id = ledger_entries.shop_id)`;
    const row = { table: "ledger_entries", where: byTransfer(key), set: { sequence } };
    const found = await withFalsified(rich.shopId, row, () => verifyShop(rich.shopId));
    expect(found.differences.map(rowOfDifference)).toContainEqual({ table: "ledger_entries", key });
  });

  it("names a version whose terms were rewritten, and the commissions that no longer follow from it", async () => {
    const key = await commissionOf("sold")(rich);
    const set = { terms: sql`jsonb_set(terms, '{commission,below,rateBps}', '900')` };
    const row = { table: "program_versions", where: sql`version = 1`, set };
    const found = await withFalsified(rich.shopId, row, () => verifyShop(rich.shopId));
    const [first, ...others] = found.differences.map(rowOfDifference);
    expect(first).toEqual({ table: "program_versions", key: `${rich.programId}:1` });
    expect(others).toContainEqual({ table: "commissions", key });
  });
});

/** The product of every order of the books. */
const soldProduct = "1";

type Taken = { readonly where: SQL; readonly table: string; readonly key: string };

/** A row to take out, and the row that is then named first. */
const taken: Record<string, (books: RichBooks) => Promise<Taken> | Taken> = {
  commissions: ({ manualId }) => ({ where: byCommission(manualId), table: "commissions", key: manualId }),
  ledger_entries: ({ manualId }) => ({
    where: sql`subject = ${manualId}`,
    table: "commissions",
    key: manualId,
  }),
  orders: async (books) => ({
    where: byOrder(books.orders.denied),
    table: "commissions",
    key: await commissionOf("denied")(books),
  }),
  decisions: async (books) => {
    const key = await commissionOf("denied")(books);
    return { where: sql`subject_id = ${key}`, table: "commissions", key };
  },
  adjustments: async ({ shopId }) => {
    const key = await textOf(
      sql`select max(adjustment_id) as text from adjustments where shop_id = ${shopId}`,
    );
    return { where: sql`adjustment_id = ${key}`, table: "adjustments", key };
  },
  ledger_balances: ({ affiliateId }) => ({
    where: sql`affiliate_id = ${affiliateId} and account = 'pending'`,
    table: "ledger_balances",
    key: `${affiliateId} pending USD`,
  }),
  daily_figures: ({ affiliateId, programId }) => ({
    where: sql`affiliate_id = ${affiliateId} and program_id = ${programId} and day = '2026-03-02'`,
    table: "daily_figures",
    key: `${affiliateId} ${programId} 2026-03-02 USD`,
  }),
  daily_dimension_figures: () => ({
    where: sql`dimension = 'product' and day = '2026-03-02'`,
    table: "daily_dimension_figures",
    key: `product ${soldProduct} 2026-03-02 USD`,
  }),
  daily_signals: () => ({
    where: sql`day = '2026-03-02' and signal = 'click'`,
    table: "daily_signals",
    key: "2026-03-02 click",
  }),
  daily_shop_figures: () => ({ where: sql`true`, table: "daily_shop_figures", key: "2026-03-02 USD" }),
};

describe("a row that was taken out of the books", () => {
  it.each(Object.entries(taken))("is missed in %s", async (table, takenOf) => {
    const { where, ...row } = await takenOf(rich);
    await thenPutBack(rich.shopId, table, async () => {
      await takeOut(rich.shopId, table, where);
      expect(await firstOf(rich)).toEqual(row);
    });
  });
});

const falseDay = "2026-01-05";
const onFalseDay = { day: sql`${falseDay}::text` };
/** Visitors of this day are forgotten, while those of an earlier day are still known. */
const laterDay = "2026-03-20";
const visitorsOnLaterDay = { day: sql`${laterDay}::text`, clicks: sql`0`, visitors: sql`3` };
const nothingSold = sql`orders = 0 and click_orders = 0 and revenue_minor = 0 and refunds_minor = 0 and clicks > 0`;

/** A row like another one, on a day on which nothing happened, and the row that is then named first. */
const added: Record<string, (books: RichBooks) => Omit<Taken, "table">> = {
  daily_figures: ({ affiliateId, programId }) => ({
    where: sql`affiliate_id = ${affiliateId} and program_id = ${programId} and orders > 0`,
    key: `${affiliateId} ${programId} ${falseDay} USD`,
  }),
  daily_dimension_figures: () => ({
    where: sql`dimension = 'product' and value = ${soldProduct} and orders > 0`,
    key: `product ${soldProduct} ${falseDay} USD`,
  }),
  daily_signals: () => ({ where: sql`signal = 'click' and orders > 0`, key: `${falseDay} click` }),
  daily_shop_figures: () => ({ where: sql`orders > 0`, key: `${falseDay} USD` }),
};

const nothingOf = Object.fromEntries(
  [
    "orders",
    "click_orders",
    "revenue_minor",
    "commission_minor",
    "refunds_minor",
    "new_customers",
    "timed_orders",
    "click_seconds",
  ].map((column) => [column, sql`0`]),
);

/** Rows that have only visitors. */
const onlyVisitors: Record<string, (books: RichBooks) => Omit<Taken, "table">> = {
  daily_figures: ({ affiliateId }) => ({
    where: sql`affiliate_id = ${affiliateId} and ${nothingSold}`,
    key: `${affiliateId} ${laterDay} USD`,
  }),
  daily_dimension_figures: () => ({
    where: sql`dimension = 'landing' and clicks > 0`,
    key: `landing / ${laterDay} USD`,
  }),
};

describe("visitors without a visit", () => {
  it.each(Object.entries(onlyVisitors))("are named in %s", async (table, addedOf) => {
    const { where, key } = addedOf(rich);
    const nothing = table === "daily_figures" ? {} : nothingOf;
    await thenPutBack(rich.shopId, table, async () => {
      await putIn(rich.shopId, { table, where, set: { ...visitorsOnLaterDay, ...nothing } });
      expect(await firstOf(rich)).toEqual({ table, key });
    });
  });
});

describe("a row that was put into the books", () => {
  it.each(Object.entries(added))("is named in %s", async (table, addedOf) => {
    const { where, key } = addedOf(rich);
    await thenPutBack(rich.shopId, table, async () => {
      await putIn(rich.shopId, { table, where, set: onFalseDay });
      expect(await firstOf(rich)).toEqual({ table, key });
    });
  });
});

it("the books have every row back as it was", async () => {
  expect((await verifyShop(rich.shopId)).differences.map(differenceText)).toEqual([]);
});
