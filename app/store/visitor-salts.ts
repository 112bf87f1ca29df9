import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared } from "../platform/db.server.ts";

/** The sealed salt for hashing a shop's visitors on a day. */
export type SealedSalt = { readonly shopId: ShopId; readonly day: string; readonly sealed: string };

const keep: Prepared = {
  name: "keep-visitor-salts",
  text: `insert into visitor_salts (shop_id, day, sealed)
    select shop_id, day, sealed from jsonb_to_recordset($1::jsonb) as given (shop_id text, day date, sealed text)
    order by shop_id, day on conflict do nothing`,
};
const read: Prepared = {
  name: "read-visitor-salts",
  text: `select s.shop_id as "shopId", s.day::text, s.sealed from visitor_salts s
    join jsonb_to_recordset($1::jsonb) as given (shop_id text, day date)
    on s.shop_id = given.shop_id and s.day = given.day`,
};

/** Stores salts for days that have none, and returns the valid ones, from whichever process was first. */
export async function keepSalts(offered: readonly SealedSalt[]): Promise<SealedSalt[]> {
  const given = JSON.stringify(offered.map(({ shopId, day, sealed }) => ({ shop_id: shopId, day, sealed })));
  await runPrepared(keep, [given]);
  return runPrepared<SealedSalt>(read, [given]);
}

/** Deletes the salts of days before this one, in all shops. */
export async function forgetSalts(db: Db, before: string): Promise<void> {
  await db.execute(sql`delete from visitor_salts where day < ${before}::date`);
}
