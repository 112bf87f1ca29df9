import type { Actor } from "#app/domain/actor.ts";
import { readHandAmount } from "#app/domain/hand-amount.ts";
import { type AdjustmentId, idPrefixes } from "#app/domain/ids.ts";
import { adjustmentEntry } from "#app/domain/ledger/entries.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { adjustmentOf, type Match, type Step } from "#app/domain/statements/match.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertAdjustment } from "#app/store/decisions.ts";
import { postTransfers } from "#app/store/ledger.ts";
import { adjustedLine } from "#app/store/paid-lines.ts";
import type { PayoutItemRow } from "#app/store/payout-items.ts";
import type { StatementLineRow } from "#app/store/provider-statements.ts";
import { knownOf, saidBy } from "./match-statement.ts";

type Case = { readonly line: StatementLineRow; readonly item: PayoutItemRow };
type Asked = { readonly step: Step; readonly note: string; readonly amount?: string | undefined };
type By = { readonly actor: Actor; readonly now: Date };

/**
 * M12: gives or takes what a line differs by, in the payout's currency: what was paid otherwise than the books hold, what
 * was borne of a fee that nobody kept, or, of a payment in another currency, what a person says that it was worth. One
 * payment is adjusted for once, in however many statements it stands.
 */
export async function adjustForLine(
  tx: Tx,
  { line, item }: Case,
  asked: Asked,
  { actor, now }: By,
): Promise<Refusal | null> {
  const amountMinor = amountOf({ line, item }, asked);
  if (isRefusal(amountMinor)) return amountMinor;
  if (amountMinor === 0n) return null;
  const before = await adjustedLine(tx, line);
  if (before) {
    const where = `line ${before.number} of ${before.statementId}`;
    return refuse("conflict", `It was adjusted for already, by ${where}: note line ${line.number}`);
  }
  const { shopId, affiliateId, currency } = item;
  const { note } = asked;
  const adjustmentId = newId<AdjustmentId>(idPrefixes.adjustment, now);
  const row = { shopId, adjustmentId, affiliateId, commissionId: null, currency, amountMinor, note, at: now };
  await insertAdjustment(tx, { ...row, actor });
  await postTransfers(tx, shopId, [{ ...adjustmentEntry(row), happenedAt: now }], now);
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "adjusted",
    actor,
    details: { adjustmentId, amountMinor: String(amountMinor), currency, note },
    now,
  });
  return null;
}

function amountOf({ line, item }: Case, { step, amount = "" }: Asked): bigint | Refusal {
  if (step === "exchange") return readHandAmount(amount, item.currency, true);
  return adjustmentOf(line.match as Match, saidBy(line), knownOf(item));
}
