import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { type AffiliateView, readAllAffiliates } from "#app/flows/affiliates/read-affiliates.ts";
import { readAllLedgerEntries, type LedgerEntryView } from "#app/flows/ledger/read-ledger.ts";
import { db } from "#app/platform/db.server.ts";
import { postSteps } from "../../support/booked.ts";
import { makeMerchant } from "../../support/merchant.ts";

/** More than what a file reads at once. */
const many = 300;

/** Reads a list in parts and writes between the first part and the second. */
async function readWhile<Row>(
  read: (take: (rows: readonly Row[]) => Promise<void>) => Promise<unknown>,
  write: () => Promise<unknown>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let writing: Promise<unknown> | undefined;
  const answer = await read(async (some) => {
    rows.push(...some);
    writing ??= write();
    await writing;
  });
  expect(answer).toBeNull();
  return rows;
}

it("a list of affiliates has each once, however they are renamed and joined while it is read", async () => {
  const { shop, shopId } = await makeMerchant();
  await db().execute(sql`
    insert into affiliates (shop_id, affiliate_id, name, email, email_key, status, referral_code, code_key, created_at,
      updated_at)
    select ${shopId}, 'aff_many' || n, 'B ' || lpad(n::text, 4, '0'), 'many' || n || '@example.com',
      'many' || n || '@example.com', 'active', 'MANY' || n, 'many' || n, now(), now()
    from generate_series(1, ${many}::int) n`);
  const all = (take: (rows: readonly AffiliateView[]) => Promise<void>) =>
    readAllAffiliates(shop, { filter: { search: "many" }, sort: "name" }, take);
  const rows = await readWhile(all, () =>
    db().execute(sql`
      update affiliates set name = case affiliate_id when 'aff_many1' then 'C' else 'A' end
      where shop_id = ${shopId} and affiliate_id in ('aff_many1', ${`aff_many${many}`})`),
  );
  expect(rows.map(({ name }) => name)).toEqual(
    Array.from({ length: many }, (_, index) => `B ${String(index + 1).padStart(4, "0")}`),
  );
});

it("the sum of a file of ledger entries is that of its moment", async () => {
  const { shop, shopId, affiliateId } = await makeMerchant();
  await db().execute(sql`
    insert into ledger_entries (shop_id, ledger_entry_id, debit_account, credit_account, amount_minor, currency, code,
      subject, affiliate_id, idempotency_key, input_hash, happened_at, recorded_at)
    select ${shopId}, 'trf_' || n, 'expense', 'pending:' || ${affiliateId}::text, 1, 'USD', 'earned', 'com_' || n,
      ${affiliateId}, 'key ' || n, '', now(), now() from generate_series(1, 1500) n`);
  const all = (take: (rows: readonly LedgerEntryView[]) => Promise<void>) =>
    readAllLedgerEntries(shop, {}, take);
  const rows = await readWhile(all, () =>
    postSteps({ shopId, affiliateId }, [["2026-03-01T00:00:00Z", "adjusted", "expense", "payable", 99n]]),
  );
  expect(rows.reduce((sum, row) => sum + row.amount.minor, 0n)).toBe(1500n);
});
