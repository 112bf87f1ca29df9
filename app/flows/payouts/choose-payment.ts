import type { Acting } from "#app/domain/context.ts";
import { isIdOf, type PayoutItemId, type ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Match, stepsFor } from "#app/domain/statements/match.ts";
import { methodOf } from "#app/domain/statements/reading.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockComparing } from "#app/store/paid-lines.ts";
import { findItem } from "#app/store/payout-items.ts";
import {
  findStatement,
  type ProviderStatement,
  type StatementLineRow,
  writeMatches,
} from "#app/store/provider-statements.ts";
import {
  chooseLocked,
  listCandidates,
  listLines,
  lockLines,
  resolveLocked,
} from "#app/store/statement-matching.ts";
import { knownOf, matchLines, saidBy } from "./match-statement.ts";

const offered = 10;

/** Payments that a line of a statement may be about. */
export async function readCandidates(
  shopId: ShopId,
  statementId: string,
  { number, search }: { readonly number: number; readonly search: string },
) {
  const statement = await findStatement(db(), shopId, statementId);
  const page = { filter: {}, after: number - 1, limit: 1 };
  const line = statement && (await listLines(db(), statement, page))[0]?.line;
  if (!statement || line?.number !== number) return refuse("not-found", "There is no such line");
  const { currency, amountMinor } = line;
  const method = methodOf(statement.provider);
  return await listCandidates(db(), shopId, { method, currency, amountMinor, search, limit: offered });
}

type Choice = { readonly number: number; readonly payment: string; readonly note: string };

/**
 * Says which payment a line is about, and compares it with that one. Moves no money: an unclear line stays unclear, and
 * is done with.
 */
export async function choosePayment(
  statement: ProviderStatement,
  { number, payment, note }: Choice,
  { actor, now }: Acting,
): Promise<number | Refusal> {
  const { shopId, statementId } = statement;
  return await inTransaction(async (tx): Promise<number | Refusal> => {
    await lockComparing(tx, shopId);
    const [line] = await lockLines(tx, statement, { numbers: [number] });
    if (!line) return refuse("not-found", "There is no such line");
    if (line.resolvedAt !== null || line.chosenItemId === payment) return 0;
    if (!(await mayChoose(tx, statement, line))) {
      return refuse("not-possible", `Row ${number} can't be resolved this way.`, "step");
    }
    const item = isIdOf("payoutItem", payment) ? await findItem(tx, shopId, payment as PayoutItemId) : null;
    if (!item) return refuse("invalid", "There is no such payment", "payment");
    if (item.method !== methodOf(statement.provider)) {
      return refuse("invalid", "This payment was sent by another method", "payment");
    }
    const { itemId } = item;
    await chooseLocked(tx, statement, { number, itemId });
    const matches = await matchLines(tx, statement, [{ ...line, chosenItemId: itemId }]);
    await writeMatches(tx, statement, matches);
    if (matches.some(({ match }) => match === "unclear")) {
      const resolved = { resolvedAt: now, resolvedBy: actor, resolution: "choose", note };
      await resolveLocked(tx, statement, [number], resolved);
    }
    await recordAudit(tx, shopId, {
      subjectKind: "provider_statement",
      subjectId: statementId,
      action: "resolved",
      actor,
      details: { step: "choose", lines: [number], payment: itemId, note },
      now,
    });
    return 1;
  });
}

/** False for a line whose payment is certain, as that of one that is matched. */
async function mayChoose(
  tx: Tx,
  { shopId, until }: ProviderStatement,
  line: StatementLineRow,
): Promise<boolean> {
  const item = line.itemId === null ? null : await findItem(tx, shopId, line.itemId);
  const known = item && knownOf(item);
  return stepsFor(line.match as Match, { item: known, line: saidBy(line), until }).includes("choose");
}
