import { lt } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared } from "../platform/db.server.ts";
import { linkChanges } from "./schema/links.ts";

export type LinkChange = {
  readonly shopId: ShopId;
  /** '' where the whole shop changed. */
  readonly codeKey: string;
  readonly changedAt: Date;
};

/** What changed, and the database's own time: the next question begins there. */
export type LinkNews = { readonly changes: readonly LinkChange[]; readonly at: Date };

const mostChanges = 10_000;

const latest: Prepared = {
  name: "link-changes",
  text: `select clock_timestamp() as at, c.shop_id as "shopId", c.code_key as "codeKey", c.changed_at as "changedAt"
    from (select 1) one left join (
      select * from link_changes where changed_at > $1::timestamptz order by changed_at desc limit ${mostChanges}
    ) c on true`,
};

/** What clicks must forget since then, of all shops; null where that is too much to name. */
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

/** Forgets what every process has heard of. */
export async function forgetLinkChanges(db: Db, before: Date): Promise<void> {
  await db.delete(linkChanges).where(lt(linkChanges.changedAt, before));
}
