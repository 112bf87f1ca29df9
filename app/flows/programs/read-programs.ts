import type { Named } from "#app/domain/named.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import {
  type Version,
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
import type { ShopWith } from "#app/domain/context.ts";
import type { ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { noticeDaysAt } from "#app/domain/notice.ts";
import { now } from "#app/platform/clock.ts";
import { nextProgramStatuses, type ProgramStatus, noSuchProgram } from "#app/domain/program.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { type Measures, noMeasures, programFiguresOf } from "#app/store/figures.ts";
import { listWaiting } from "#app/store/waiting-versions.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";
import { type WaitingTermsView, waitingTermsView } from "./schedule-terms.ts";

export type ProgramView = Pick<
  Program,
  "name" | "description" | "status" | "version" | "revision" | "terms" | "createdAt" | "updatedAt"
> & {
  readonly id: ProgramId;
  readonly nextStatuses: readonly ProgramStatus[];
  /** Lower terms that start after the notice period. */
  readonly waiting: WaitingTermsView | null;
  readonly noticeDays: number;
  /** A shorter notice period that starts after the current one. */
  readonly nextNotice: { readonly days: number; readonly from: Date } | null;
  /** The end of earning for a paused or archived program in its notice period. Null otherwise. */
  readonly earnsUntil: Date | null;
  readonly affiliates: number;
  readonly figures: {
    readonly orders: number;
    readonly clickOrders: number;
    readonly revenue: Money;
    readonly commission: Money;
  };
};

export type ProgramListInput = {
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
  asked: ProgramListInput,
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
export async function readProgramPast(shopId: ShopId, programId: ProgramId, at: Date) {
  const [versions, history] = await Promise.all([
    listVersions(db(), shopId, programId, { limit: versionsShown }),
    listAudit(db(), shopId, { kind: "program", id: programId }),
  ]);
  return { versions: versions.map((one) => versionView(one, at)), history };
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
  return rows.map((row) => {
    const { programId: id, name, description, status, version, revision, terms, createdAt, updatedAt } = row;
    const later = waiting.find((one) => one.programId === id);
    return {
      id,
      name,
      description,
      status,
      nextStatuses: nextProgramStatuses(status),
      version,
      revision,
      terms,
      waiting: later ? waitingTermsView(later, { inForce: terms, otherwise: terms }) : null,
      noticeDays: noticeDaysAt(row, at),
      nextNotice: nextNoticeOf(row, at),
      earnsUntil: earning.get(id) ?? null,
      affiliates: members.get(id) ?? 0,
      figures: programFigures(figures.get(id) ?? noMeasures, shop.currency),
      createdAt,
      updatedAt,
    };
  });
}

function nextNoticeOf({ nextNoticeDays: days, nextNoticeFrom: from }: Program, at: Date) {
  return days !== null && from !== null && from > at ? { days, from } : null;
}

function programFigures(
  { orders, clickOrders, revenueMinor, commissionMinor }: Measures,
  currency: string,
): ProgramView["figures"] {
  return {
    orders,
    clickOrders,
    revenue: { minor: revenueMinor, currency },
    commission: { minor: commissionMinor, currency },
  };
}

/** A frozen terms version for people to read. */
export type TermsVersionView = {
  readonly version: number;
  /** The affiliate with custom terms. Null for the program's terms. */
  readonly affiliate: Named | null;
  /** Null when the version ends custom terms. */
  readonly terms: ProgramTerms | null;
  readonly since: Date;
  /** `waiting` for a version that starts later, `withdrawn` for one that was withdrawn before its start. */
  readonly state: "started" | "waiting" | "withdrawn";
  readonly by: string;
};

export function versionView(row: Version, at: Date): TermsVersionView {
  const { version, affiliateId: id, affiliateName, terms, effectiveFrom: since, createdBy: by } = row;
  const begun = since <= at || since <= row.createdAt ? "started" : "waiting";
  return {
    version,
    affiliate: id === null ? null : { id, name: affiliateName ?? id },
    terms,
    since,
    state: row.withdrawnAt ? "withdrawn" : begun,
    by,
  };
}
