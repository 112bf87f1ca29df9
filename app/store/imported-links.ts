import { and, asc, eq, gt, or, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, FileImportId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { importedLinks } from "./schema/links.ts";

export type ImportedLink = typeof importedLinks.$inferSelect & { readonly affiliateName: string };

export type ImportedLinkFilter = {
  readonly affiliateId?: string | undefined;
  /** Part of the value or of the parameter. */
  readonly search?: string | undefined;
};
/** The last row of a page. */
export type ImportedLinkCursor = { readonly parameter: string; readonly valueKey: string };

function matching(shopId: ShopId, { affiliateId, search }: ImportedLinkFilter): SQL | undefined {
  const pattern = search && holding(search.toLowerCase());
  return and(
    eq(importedLinks.shopId, shopId),
    affiliateId === undefined ? undefined : eq(importedLinks.affiliateId, affiliateId as AffiliateId),
    pattern
      ? sql`(${importedLinks.valueKey} like ${pattern} or ${importedLinks.parameter} like ${pattern})`
      : undefined,
  );
}

/** One page of imported links, by parameter and value. */
export async function listImportedLinks(
  db: Db,
  shopId: ShopId,
  page: { filter: ImportedLinkFilter; limit: number; offset: number; after?: ImportedLinkCursor | undefined },
): Promise<ImportedLink[]> {
  const { after } = page;
  const beyond = after
    ? or(
        gt(importedLinks.parameter, after.parameter),
        and(eq(importedLinks.parameter, after.parameter), gt(importedLinks.valueKey, after.valueKey)),
      )
    : undefined;
  const rows = await db
    .select({ referral: importedLinks, affiliateName: affiliates.name })
    .from(importedLinks)
    .innerJoin(
      affiliates,
      and(eq(affiliates.shopId, importedLinks.shopId), eq(affiliates.affiliateId, importedLinks.affiliateId)),
    )
    .where(and(matching(shopId, page.filter), beyond))
    .orderBy(asc(importedLinks.parameter), asc(importedLinks.valueKey))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ referral, affiliateName }) => ({ ...referral, affiliateName }));
}

/** Number of imported links that match a filter, counted up to `cap`. */
export async function countImportedLinks(
  db: Db,
  shopId: ShopId,
  filter: ImportedLinkFilter,
  cap: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(importedLinks)
    .where(matching(shopId, filter))
    .limit(cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

export type ImportedLinkName = { readonly parameter: string; readonly valueKey: string };

/** Those of these names that are imported already, with their affiliates. */
export async function mappedNames(db: Db, shopId: ShopId, names: readonly ImportedLinkName[]) {
  if (names.length === 0) return [];
  const rows = await db
    .select()
    .from(importedLinks)
    .where(
      and(
        eq(importedLinks.shopId, shopId),
        isOneOf(
          importedLinks.valueKey,
          names.map((one) => one.valueKey),
        ),
      ),
    );
  const wanted = new Set(names.map((one) => `${one.parameter}=${one.valueKey}`));
  return rows.filter((row) => wanted.has(`${row.parameter}=${row.valueKey}`));
}

/** Inserts imported links. Existing ones stay as they are. Returns the number added. */
export async function insertImportedLinks(
  tx: Tx,
  rows: readonly (typeof importedLinks.$inferInsert)[],
): Promise<number> {
  const added = await insertRows(tx, importedLinks, rows, sql`on conflict do nothing returning value_key`);
  return added.length;
}

/** Deletes one and returns its affiliate, or null. */
export async function deleteImportedLink(
  tx: Tx,
  shopId: ShopId,
  { parameter, valueKey }: ImportedLinkName,
): Promise<AffiliateId | null> {
  const [row] = await tx
    .delete(importedLinks)
    .where(
      and(
        eq(importedLinks.shopId, shopId),
        eq(importedLinks.parameter, parameter),
        eq(importedLinks.valueKey, valueKey),
      ),
    )
    .returning({ affiliateId: importedLinks.affiliateId });
  return row?.affiliateId ?? null;
}

/** Deletes the links that an import gave these affiliates. Links that a person added meanwhile stay. */
export async function deleteLinksOfImport(
  tx: Tx,
  shopId: ShopId,
  of: { readonly affiliateIds: readonly AffiliateId[]; readonly importId: string },
): Promise<void> {
  await tx
    .delete(importedLinks)
    .where(
      and(
        eq(importedLinks.shopId, shopId),
        isOneOf(importedLinks.affiliateId, of.affiliateIds),
        eq(importedLinks.importId, of.importId as FileImportId),
      ),
    );
}
