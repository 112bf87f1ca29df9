import type { Actor } from "#app/domain/actor.ts";
import { affiliateFault, checkedRows, type CheckedRow } from "#app/domain/checked-rows.ts";
import { foreignKey, isForeignParameter } from "#app/domain/foreign-parameter.ts";
import type { ForeignRow } from "#app/domain/foreign-rows.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { isStorable } from "#app/domain/storable.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  countForeignReferrals,
  deleteForeignReferral,
  insertForeignReferrals,
  listForeignReferrals,
  mappedReferrals,
  type ForeignCursor,
  type ForeignFilter,
  type ForeignReferral,
} from "#app/store/foreign-referrals.ts";
import { affiliatesNamed } from "#app/store/names.ts";

type By = { readonly actor: Actor; readonly now: Date };

/** Beyond it a list says how many at least. */
const countedUpTo = 10_000;
const longestValue = 200;
const noSuchReferral = refuse("not-found", "There is no such parameter with this value", "value");

export type ForeignAsked = {
  readonly filter: ForeignFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: ForeignCursor | undefined;
};

/** One page of what other systems' links carry, where it goes on, and how many there are, counted up to 10,000. */
export async function readForeignReferrals(shopId: ShopId, { filter, page, limit, after }: ForeignAsked) {
  const [total, rows] = await Promise.all([
    countForeignReferrals(db(), shopId, filter, countedUpTo),
    listForeignReferrals(db(), shopId, {
      filter,
      limit: limit + 1,
      offset: after ? 0 : (page - 1) * limit,
      after,
    }),
  ]);
  const referrals = rows.slice(0, limit);
  const last = rows.length > limit ? referrals.at(-1) : undefined;
  return { referrals, total, next: last ? { parameter: last.parameter, valueKey: last.valueKey } : null };
}

/** Everything that matches, page by page. */
export async function* readAllForeignReferrals(
  shopId: ShopId,
  filter: ForeignFilter,
): AsyncGenerator<ForeignReferral[]> {
  let after: ForeignCursor | undefined;
  do {
    const { referrals, next } = await readForeignReferrals(shopId, { filter, page: 1, limit: 250, after });
    yield referrals;
    after = next ?? undefined;
  } while (after);
}

export type CheckedForeign = CheckedRow<ForeignRow>;

/** Looks at rows without writing anything. */
export async function checkForeignRows(
  shopId: ShopId,
  rows: readonly ForeignRow[],
): Promise<CheckedForeign[]> {
  const names = rows.filter((row) => textFault(row) === null);
  const [named, mapped] = await Promise.all([
    affiliatesNamed(
      db(),
      shopId,
      names.map((row) => row.affiliate),
    ),
    mappedReferrals(db(), shopId, names.map(keysOf)),
  ]);
  const owners = new Map(mapped.map((row) => [nameOf(row), row.affiliateId]));
  return checkedRows(rows, { keyOf: (row) => nameOf(keysOf(row)), textFault, named, owners });
}

const keysOf = (row: Pick<ForeignRow, "parameter" | "value">) => ({
  parameter: foreignKey(row.parameter),
  valueKey: foreignKey(row.value),
});
const nameOf = (keys: { parameter: string; valueKey: string }) => `${keys.parameter}=${keys.valueKey}`;

/** What is wrong with the texts themselves. */
function textFault({ parameter, value, affiliate }: ForeignRow): string | null {
  if (!isForeignParameter(parameter.trim())) return `"${parameter.slice(0, 40)}" is not a parameter's name`;
  if (value.trim() === "") return "The value is missing";
  if (!isValue(value)) return "The value is not a text of an address";
  return affiliateFault(affiliate);
}

function isValue(text: string): boolean {
  return text.length <= longestValue && isStorable(text) && !/\p{Cc}/u.test(text);
}

/** Maps all rows, or none where one of them is wrong: then the rows say why. */
export async function addForeignReferrals(
  shopId: ShopId,
  rows: readonly ForeignRow[],
  { actor, now }: By,
): Promise<{ added: number; rows: CheckedForeign[] }> {
  const checked = await checkForeignRows(shopId, rows);
  if (checked.some((row) => row.state === "wrong")) return { added: 0, rows: checked };
  const fresh = checked.flatMap((row) =>
    row.state === "new" && row.affiliateId !== null
      ? [{ shopId, ...keysOf(row), value: row.value.trim(), affiliateId: row.affiliateId, createdAt: now }]
      : [],
  );
  const added = await inTransaction(async (tx) => {
    const count = await insertForeignReferrals(tx, fresh);
    const [first] = fresh;
    if (count === 0 || !first) return count;
    const one = { parameter: first.parameter, value: first.value, affiliateId: first.affiliateId };
    await recordAudit(tx, shopId, {
      subjectKind: "foreign-referrals",
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

/** Forgets one: links that carry it count for nobody from now on; what was earned stays. */
export async function removeForeignReferral(
  shopId: ShopId,
  named: { readonly parameter: string; readonly value: string },
  { actor, now }: By,
): Promise<Refusal | null> {
  const keys = keysOf(named);
  return await inTransaction(async (tx) => {
    const affiliateId = await deleteForeignReferral(tx, shopId, keys);
    if (affiliateId === null) return noSuchReferral;
    await recordAudit(tx, shopId, {
      subjectKind: "foreign-referrals",
      subjectId: shopId,
      action: "removed",
      actor,
      details: { parameter: keys.parameter, value: named.value, affiliateId },
      now,
    });
    return null;
  });
}
