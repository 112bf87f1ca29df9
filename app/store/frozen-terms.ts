import { and, eq, inArray, or } from "drizzle-orm";
import type { ProgramId, ShopId } from "../domain/ids.ts";
import { readTerms } from "../domain/terms/read-terms.ts";
import type { ProgramTerms } from "../domain/terms/terms.ts";
import type { Db } from "../platform/db.server.ts";
import { programVersions } from "./schema/programs.ts";

export type VersionKey = { readonly programId: ProgramId; readonly number: number };

/** A version is never changed (M4), so what was read once needs no second reading. */
const known = new Map<string, ProgramTerms | null>();
const rememberedAtMost = 2_000;

/** Names a version of a shop's program; also the `id` of a version. */
export function versionId({ programId, number }: VersionKey): string {
  return `${programId}:${number}`;
}

/** The terms of versions by `versionId`; null where own terms end, and nothing for a version that is not there. */
export async function frozenTerms(
  db: Db,
  shopId: ShopId,
  keys: readonly VersionKey[],
): Promise<Map<string, ProgramTerms | null>> {
  const wanted = new Map(keys.map((key) => [versionId(key), key]));
  const missing = [...wanted].filter(([id]) => !known.has(`${shopId} ${id}`)).map(([, key]) => key);
  const answer = new Map<string, ProgramTerms | null>();
  for (const row of await read(db, shopId, missing)) {
    const id = versionId({ programId: row.programId, number: row.version });
    const terms = row.terms === null ? null : readTerms(row.terms);
    remember(`${shopId} ${id}`, terms);
    answer.set(id, terms);
  }
  for (const id of wanted.keys()) {
    const terms = known.get(`${shopId} ${id}`);
    if (terms !== undefined) answer.set(id, terms);
  }
  return answer;
}

async function read(db: Db, shopId: ShopId, keys: readonly VersionKey[]) {
  if (keys.length === 0) return [];
  const byProgram = Map.groupBy(keys, (key) => key.programId);
  const which = [...byProgram].map(([programId, of]) =>
    and(
      eq(programVersions.programId, programId),
      inArray(
        programVersions.version,
        of.map((key) => key.number),
      ),
    ),
  );
  return db
    .select({
      programId: programVersions.programId,
      version: programVersions.version,
      terms: programVersions.terms,
    })
    .from(programVersions)
    .where(and(eq(programVersions.shopId, shopId), or(...which)));
}

/** The next reading asks the database again: a check of the books may not trust what a process remembers. */
export function forgetFrozenTerms(): void {
  known.clear();
}

function remember(key: string, terms: ProgramTerms | null): void {
  known.set(key, terms);
  for (const oldest of known.keys()) {
    if (known.size <= rememberedAtMost) return;
    known.delete(oldest);
  }
}
