import { lt } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared } from "../platform/db.server.ts";
import { linkChanges } from "./schema/links.ts";

export type LinkChange = {
  readonly shopId: ShopId;
  /** '' if the whole shop changed. */
  readonly codeKey: string;
  readonly changedAt: Date;
};

/** Changes, and the database's time, at which the next query begins. */
export type LinkNews = { readonly changes: readonly LinkChange[]; readonly at: Date };

const mostChanges = 10_000;

const latest: Prepared = {
  name: "link-changes",
  text: `select clock_timestamp() as at, c.shop_id as "shopId", c.code_key as "codeKey", c.changed_at as "changedAt"
    from (select 1) one left join (
      select * from link_changes where changed_at > $1::timestamptz order by changed_at desc limit ${mostChanges}
    ) c on true`,
};

/** Changes of links since then, in all shops. Null if there are too many to list. */
export async function linkNewsSince(
  since: Date,
  timeoutMs: number,
): Promise<LinkNews | { readonly at: Date; readonly changes: null }> {
  type Row = { at: Date } & (LinkChange | { shopId: null });
  const rows = await runPrepared<Row>(latest, [since.toISOString()], timeoutMs);
  const at = rows[0]?.at ?? since;
  if (rows.length >= mostChanges) return { at, changes: null };
  return { at, changes: rows.flatMap((row) => (row.shopId === null ? [] : [row])) };
}

/** Deletes changes that every process has seen. */
export async function forgetLinkChanges(db: Db, before: Date): Promise<void> {
  await db.delete(linkChanges).where(lt(linkChanges.changedAt, before));
}
