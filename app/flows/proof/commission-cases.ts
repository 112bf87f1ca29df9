import type { ReachedBonus } from "#app/domain/bonus.ts";
import type { DecisionInForce } from "#app/domain/decision.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type CommissionHistory, historyOf } from "#app/domain/ledger/history.ts";
import { accountNameIn, findRevision } from "#app/domain/ledger/entries.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import { type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { frozenTerms, versionId, type VersionKey } from "#app/store/standings.ts";
import { type LedgerEntryRow, ledgerEntriesOf } from "#app/store/ledger.ts";

/** A commission with all its ledger entries and decisions. */
export type CommissionCase = {
  readonly row: CommissionRow;
  /** The terms of the version in its row. Null if that version is missing. */
  readonly terms: ProgramTerms | null;
  readonly history: CommissionHistory;
  readonly decisions: readonly DecisionRow[];
};

/** Cases of many commissions of a shop, in their order. */
export async function commissionCases(
  db: Db,
  shopId: ShopId,
  rows: readonly CommissionRow[],
): Promise<CommissionCase[]> {
  const ids = rows.map((one) => one.commissionId);
  const transfers = Map.groupBy(await ledgerEntriesOf(db, shopId, ids), (one) => one.subject);
  const decisions = Map.groupBy(await decisionsAbout(db, shopId, ids), (one) => one.subjectId);
  const terms = await frozenTerms(db, shopId, rows.map(versionOf));
  return rows.map((row) => ({
    row,
    terms: terms.get(versionId(versionOf(row))) ?? null,
    history: historyOf((transfers.get(row.commissionId) ?? []).map(historicEntry)),
    decisions: decisions.get(row.commissionId) ?? [],
  }));
}

function versionOf({ programId, programVersion }: CommissionRow): VersionKey {
  return { programId, number: programVersion };
}

function historicEntry(row: LedgerEntryRow) {
  const [code, debit] = [row.code, accountNameIn(row.debitAccount)];
  const revision = findRevision(row.idempotencyKey, { subjectId: row.subject, code, debit }) ?? 0;
  return { ...row, debit, credit: accountNameIn(row.creditAccount), revision };
}

/** The decision in force, from the newest decision about the commission (M12). */
export function decidedBy(decisions: readonly DecisionRow[]): DecisionInForce | null {
  const newest = decisions.findLast((one) => one.kind !== "reassigned")?.kind;
  return newest === "approved" || newest === "denied" || newest === "held" ? newest : null;
}

/** The bonus that a commission's key names by version, id and ordinal. Null if its terms have no such bonus. */
export function bonusOf(
  { bonusKey, programId, programVersion }: CommissionRow,
  terms: ProgramTerms | null,
): ReachedBonus | null {
  const version = `${versionId({ programId, number: programVersion })}:`;
  const rest = bonusKey?.startsWith(version) ? bonusKey.slice(version.length) : "";
  const at = rest.lastIndexOf(":");
  const bonus = terms?.bonuses.find((one) => one.id === rest.slice(0, at));
  return bonus ? { bonus, ordinal: Number(rest.slice(at + 1)) } : null;
}
