import { systemActor } from "#app/domain/actor.ts";
import { ruleText } from "#app/domain/fraud/rules.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { insertMarks } from "#app/store/affiliate-marks.ts";
import { recordAudit } from "#app/store/audit.ts";
import { setDecision } from "#app/store/commissions.ts";
import { insertDecision } from "#app/store/decisions.ts";
import { insertFlags } from "#app/store/flags.ts";
import type { Flagging } from "./flag-orders.ts";

/** The flagging of an order, and the commission that began with it. */
export type FlaggedCommission = { readonly flagging: Flagging; readonly created: CommissionId | null };

/**
 * Writes flags, and what they do as decisions of the system that name them: nothing is held or denied silently. The
 * orders are locked by the caller, and no balance yet.
 */
export async function writeFlags(
  tx: Tx,
  shopId: ShopId,
  flagged: readonly FlaggedCommission[],
  now: Date,
): Promise<void> {
  await insertMarks(
    tx,
    flagged.flatMap(({ flagging }) => flagging.learned),
  );
  await insertFlags(
    tx,
    flagged.flatMap(({ flagging }) => flagging.raised),
  );
  for (const { flagging, created } of flagged) {
    const commissionId = created ?? flagging.commissionId;
    const { decision, because } = flagging;
    if (decision === null || because === null || commissionId === null) continue;
    if (created === null) await setDecision(tx, shopId, { commissionId, decision });
    const subject = { kind: "commission", id: commissionId } as const;
    const note = ruleText(because.kind);
    const details = { flagId: because.flagId };
    await insertDecision(tx, shopId, {
      subject,
      kind: decision,
      note,
      details,
      by: { actor: systemActor, now },
    });
    await recordAudit(tx, shopId, {
      subjectKind: subject.kind,
      subjectId: subject.id,
      action: decision,
      actor: systemActor,
      details: { before: flagging.before, note, ...details },
      now,
    });
  }
}
