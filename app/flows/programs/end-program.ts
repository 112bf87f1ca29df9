import { endStart, noticeDaysAt, type NoNoticeReason } from "#app/domain/notice.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { countJoined, insertStatusPeriod, type Program, programsEarningUntil } from "#app/store/programs.ts";
import { recordProgramEnd } from "./record-terms-events.ts";

type ProgramStatusChange = {
  readonly status: ProgramStatus;
  readonly reason: NoNoticeReason | undefined;
  readonly now: Date;
};

/**
 * Records a program's new status. A program with affiliates keeps earning until its notice period ends, unless a
 * reason is given (M20). A later end that was set before stays. Returns the instant from which the status applies.
 * The caller has locked the program.
 */
export async function changeProgramStatus(
  tx: Tx,
  program: Program,
  change: ProgramStatusChange,
): Promise<Date> {
  const { shopId, programId } = program;
  const { status, reason, now } = change;
  const promised = (await programsEarningUntil(tx, shopId, { programIds: [programId], now })).get(programId);
  const isEarning = program.status === "active" || promised !== undefined;
  if (status === program.status && !isEarning) return now;
  const ends = isEarning && status !== "active";
  const hasJoined = ends && (await countJoined(tx, program, now)) > 0;
  const notice = { reason, hasJoined, noticeDays: noticeDaysAt(program, now), now };
  const keepsPromise = promised !== undefined && hasJoined && reason === undefined;
  const since = keepsPromise ? promised : endStart(notice);
  await insertStatusPeriod(tx, { shopId, programId, status, since });
  if (hasJoined && !keepsPromise) {
    await recordProgramEnd(tx, program, { reason, endsAt: since, now });
  }
  return since;
}
