import type { ShopWith } from "#app/domain/context.ts";
import type { ProgramId, ShopId } from "#app/domain/ids.ts";
import { noticeDaysAt } from "#app/domain/notice.ts";
import { now } from "#app/platform/clock.ts";
import { nextProgramStatuses, type ProgramStatus, noSuchProgram } from "#app/domain/program.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { type Measures, noMeasures, programFiguresOf } from "#app/store/figures.ts";
import {
  countMembers,
  countPrograms,
  findProgram,
  listPrograms,
  listVersions,
  programsEarningUntil,
  type Program,
  type ProgramCursor,
  type ProgramSort,
} from "#app/store/programs.ts";
import { listWaiting, type WaitingVersion } from "#app/store/waiting-versions.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";

type Notice = {
  readonly days: number;
  /** A shorter notice period that starts after the current one. */
  readonly next: { readonly days: number; readonly from: Date } | null;
};

export type ProgramView = Program & {
  readonly nextStatuses: readonly ProgramStatus[];
  readonly affiliates: number;
  /** Lower terms that start after the notice period. */
  readonly waiting: WaitingVersion | null;
  readonly notice: Notice;
  /** The end of earning for a paused or archived program in its notice period. Null otherwise. */
  readonly earnsUntil: Date | null;
  readonly figures: Measures & { readonly currency: string };
};

export type ProgramsAsked = {
  readonly page: number;
  readonly limit: number;
  readonly status?: ProgramStatus | undefined;
  readonly search?: string | undefined;
  /** Newest first by default. */
  readonly sort?: ProgramSort | undefined;
  readonly after?: ProgramCursor | undefined;
};

/** One page of programs with their figures in the shop's currency, and their total number. */
export async function readPrograms(
  shop: ShopWith<"currency">,
  asked: ProgramsAsked,
): Promise<{ programs: ProgramView[]; total: number; next: ProgramCursor | null } | Refusal> {
  const filter = { status: asked.status, search: asked.search };
  return await readWithin(thisList, async (tx) => {
    const rows = await listPrograms(tx, shop.shopId, {
      filter,
      sort: asked.sort,
      limit: asked.limit + 1,
      offset: (asked.page - 1) * asked.limit,
      after: asked.after,
    });
    const { shown, last } = cutPage(rows, asked.limit);
    const key = asked.sort === "name" ? last?.name : last?.createdAt;
    const next = last && key ? { key, programId: last.programId } : null;
    const total = await countPrograms(tx, shop.shopId, filter);
    return { programs: await withFigures(tx, shop, shown), total, next };
  });
}

/** One program, or a refusal if the shop has none with that id. */
export async function readProgram(
  shop: ShopWith<"currency">,
  programId: string,
): Promise<ProgramView | Refusal> {
  const program = await findProgram(db(), shop.shopId, programId);
  const [view] = program ? await withFigures(db(), shop, [program]) : [];
  return view ?? noSuchProgram;
}

/** Limit of terms versions on a program's page. */
const versionsShown = 100;

/** A program's frozen terms versions and its history, newest first. */
export async function readProgramPast(shopId: ShopId, programId: ProgramId) {
  const [versions, history] = await Promise.all([
    listVersions(db(), shopId, programId, { limit: versionsShown }),
    listAudit(db(), shopId, { kind: "program", id: programId }),
  ]);
  return { versions, history };
}

async function withFigures(
  tx: Db,
  shop: ShopWith<"currency">,
  rows: readonly Program[],
): Promise<ProgramView[]> {
  const ids = rows.map((row) => row.programId);
  const members = await countMembers(tx, shop.shopId, ids);
  const figures = await programFiguresOf(tx, shop.shopId, ids, shop.currency);
  const at = now();
  const waiting = await listWaiting(tx, shop.shopId, { affiliateId: null, now: at });
  const earning = await programsEarningUntil(tx, shop.shopId, { programIds: ids, now: at });
  return rows.map((row) => ({
    ...row,
    waiting: waiting.find((one) => one.programId === row.programId) ?? null,
    notice: noticeOf(row, at),
    earnsUntil: earning.get(row.programId) ?? null,
    nextStatuses: nextProgramStatuses(row.status),
    affiliates: members.get(row.programId) ?? 0,
    figures: { ...(figures.get(row.programId) ?? noMeasures), currency: shop.currency },
  }));
}

function noticeOf(program: Program, at: Date): Notice {
  const { nextNoticeDays, nextNoticeFrom } = program;
  const isAhead = nextNoticeDays !== null && nextNoticeFrom !== null && nextNoticeFrom > at;
  return {
    days: noticeDaysAt(program, at),
    next: isAhead ? { days: nextNoticeDays, from: nextNoticeFrom } : null,
  };
}
