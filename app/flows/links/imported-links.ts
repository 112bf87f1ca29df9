import type { Reason } from "#app/domain/refusal-codes.ts";
import type { Ctx } from "#app/domain/context.ts";
import {
  affiliateFault,
  type CheckedRow,
  checkedRows,
  type ImportedLinkRow,
} from "#app/domain/pasted-lines.ts";
import { importedLinkKey, isImportedParameter } from "#app/domain/referral-code.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { isStorable } from "#app/domain/plain.ts";
import { type Db, db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  countImportedLinks,
  deleteImportedLink,
  insertImportedLinks,
  listImportedLinks,
  mappedNames,
  type ImportedLinkCursor,
  type ImportedLinkFilter,
  type ImportedLink,
} from "#app/store/imported-links.ts";
import { affiliatesNamed } from "#app/store/names.ts";
import { cutPage, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";

/** Above this, a list reports the number as a minimum. */
const countedUpTo = 10_000;
const longestValue = 200;
const noSuchReferral = refuse("not-found", { code: "not_found", what: "imported_link" }, "value");

export type ImportedLinkQuery = {
  readonly filter: ImportedLinkFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: ImportedLinkCursor | undefined;
};

export type ImportedLinkView = Pick<ImportedLink, "parameter" | "value" | "createdAt"> & {
  readonly affiliate: { readonly id: AffiliateId; readonly name: string };
};

type ImportedLinkPage = { readonly referrals: ImportedLinkView[]; readonly next: ImportedLinkCursor | null };

/** One page of imported links, the cursor of the next page, and their number, counted up to 10,000. */
export async function readImportedLinks(
  shopId: ShopId,
  { filter, page, limit, after }: ImportedLinkQuery,
): Promise<(ImportedLinkPage & { total: number }) | Refusal> {
  const asked = { filter, limit, offset: after ? 0 : (page - 1) * limit, after };
  return await readWithin(thisList, async (tx) => ({
    ...(await readImportedLinkPage(tx, shopId, asked)),
    total: await countImportedLinks(tx, shopId, filter, countedUpTo),
  }));
}

/** Reads every match in one snapshot. */
export async function readAllImportedLinks(
  shopId: ShopId,
  filter: ImportedLinkFilter,
  take: Take<ImportedLinkView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: ImportedLinkCursor | undefined) => {
    const { referrals, next } = await readImportedLinkPage(tx, shopId, {
      filter,
      limit: 250,
      offset: 0,
      after,
    });
    return { rows: referrals, next };
  };
  return await readWholeWithin(thisList, read, take);
}

async function readImportedLinkPage(
  tx: Db,
  shopId: ShopId,
  page: Parameters<typeof listImportedLinks>[2],
): Promise<ImportedLinkPage> {
  const rows = await listImportedLinks(tx, shopId, { ...page, limit: page.limit + 1 });
  const { shown, last } = cutPage(rows, page.limit);
  return {
    referrals: shown.map(({ affiliateId: id, affiliateName: name, ...row }) => ({
      ...row,
      affiliate: { id, name },
    })),
    next: last ? { parameter: last.parameter, valueKey: last.valueKey } : null,
  };
}

export type CheckedImportedLink = CheckedRow<ImportedLinkRow>;

/** Checks rows without writing anything. */
export async function checkImportedLinkRows(
  shopId: ShopId,
  rows: readonly ImportedLinkRow[],
): Promise<CheckedImportedLink[]> {
  const names = rows.filter((row) => textFault(row) === null);
  const [named, mapped] = await Promise.all([
    affiliatesNamed(
      db(),
      shopId,
      names.map((row) => row.affiliate),
    ),
    mappedNames(db(), shopId, names.map(keysOf)),
  ]);
  const owners = new Map(mapped.map((row) => [nameOf(row), row.affiliateId]));
  return checkedRows(rows, { keyOf: (row) => nameOf(keysOf(row)), textFault, named, owners });
}

const keysOf = (row: Pick<ImportedLinkRow, "parameter" | "value">) => ({
  parameter: importedLinkKey(row.parameter),
  valueKey: importedLinkKey(row.value),
});
const nameOf = (keys: { parameter: string; valueKey: string }) => `${keys.parameter}=${keys.valueKey}`;

/** The error in a row's texts, or null. */
function textFault({ parameter, value, affiliate }: ImportedLinkRow): Reason | null {
  if (!isImportedParameter(parameter.trim())) return { code: "value_invalid", what: "parameter" };
  if (value.trim() === "") return { code: "value_missing", what: "value" };
  if (!isLinkValue(value)) return { code: "value_invalid", what: "imported_value" };
  return affiliateFault(affiliate);
}

function isLinkValue(text: string): boolean {
  return text.length <= longestValue && isStorable(text) && !/\p{Cc}/u.test(text);
}

/** Adds all rows. If any row is wrong, adds none and returns the rows with their errors. */
export async function addImportedLinks(
  { shop: { shopId }, actor, now }: Ctx,
  rows: readonly ImportedLinkRow[],
): Promise<{ added: number; rows: CheckedImportedLink[] }> {
  const checked = await checkImportedLinkRows(shopId, rows);
  if (checked.some((row) => row.state === "wrong")) return { added: 0, rows: checked };
  const fresh = checked.flatMap((row) =>
    row.state === "new" && row.affiliateId !== null
      ? [{ shopId, ...keysOf(row), value: row.value.trim(), affiliateId: row.affiliateId, createdAt: now }]
      : [],
  );
  const added = await inTransaction(async (tx) => {
    const count = await insertImportedLinks(tx, fresh);
    const [first] = fresh;
    if (count === 0 || !first) return count;
    const one = { parameter: first.parameter, value: first.value, affiliateId: first.affiliateId };
    await recordAudit(tx, shopId, {
      subjectKind: "imported-links",
      subjectId: shopId,
      action: "added",
      actor,
      details: count === 1 ? { count, ...one } : { count },
      now,
    });
    return count;
  });
  return { added, rows: checked };
}

/** Removes an imported link. It counts for nobody from now on. Earned commissions stay. */
export async function removeImportedLink(
  { shop: { shopId }, actor, now }: Ctx,
  named: { readonly parameter: string; readonly value: string },
): Promise<Refusal | null> {
  const keys = keysOf(named);
  return await inTransaction(async (tx) => {
    const affiliateId = await deleteImportedLink(tx, shopId, keys);
    if (affiliateId === null) return noSuchReferral;
    await recordAudit(tx, shopId, {
      subjectKind: "imported-links",
      subjectId: shopId,
      action: "removed",
      actor,
      details: { parameter: keys.parameter, value: named.value, affiliateId },
      now,
    });
    return null;
  });
}
