import { endStart, noticeDaysAt, type NoNoticeReason } from "#app/domain/notice.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { countJoined, insertStatusPeriod, type Program } from "#app/store/programs.ts";
import { tellOfEnd } from "./tell-of-terms.ts";

type Change = {
  readonly status: ProgramStatus;
  readonly reason: NoNoticeReason | undefined;
  readonly now: Date;
};

/**
 * Records a program's new status. An active program with affiliates who joined goes on earning until its notice period
 * ends, unless a reason is given (M20). Answers from when the status applies. The program is locked by the caller.
 */
export async function changeProgramStatus(tx: Tx, program: Program, change: Change): Promise<Date> {
  const { shopId, programId } = program;
  const { status, reason, now } = change;
  const ends = program.status === "active" && status !== "active";
  const hasJoined = ends && (await countJoined(tx, shopId, programId)) > 0;
  const since = endStart({ reason, hasJoined, noticeDays: noticeDaysAt(program, now), now });
  await insertStatusPeriod(tx, { shopId, programId, status, since });
  if (hasJoined) await tellOfEnd(tx, program, { affiliateId: null, reason, endsAt: since, now });
  return since;
}
