import type { ShopId } from "#app/domain/ids.ts";
import { fixableReasons, skippedReasonsText } from "#app/domain/payouts/eligible.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { toDoCountedTo } from "#app/domain/dashboard-figures.ts";
import type { Db } from "#app/platform/db.server.ts";
import { countApplications } from "#app/store/applications.ts";
import { countClaims } from "#app/store/claims.ts";
import { countCommissionRows } from "#app/store/commission-list.ts";
import { countOpenFlags } from "#app/store/flags.ts";
import { countOwed } from "#app/store/owed.ts";
import { type SkippedLately, skippedLately } from "#app/store/payout-skipped.ts";
import { countPayouts, countPayoutsToMark } from "#app/store/payouts.ts";
import { readWithin } from "#app/store/read-within.ts";
import { countAffiliatesByStatus } from "#app/store/reports.ts";

type SkippedToDo = Omit<SkippedLately, "reasons"> & { readonly reasons: string };

/** Numbers of things that wait for a person. Each equals that of the list it links to, up to `toDoCountedTo`. */
export type ToDo = {
  /** Payouts that stopped or need a confirmation. */
  readonly payouts: number;
  /** Payouts with a file to download. */
  readonly files: number;
  /** Payouts to mark as paid. */
  readonly toMark: number;
  /** Affiliates whom the last scheduled payout skipped, its id and the reasons. Null if there are none. */
  readonly skipped: SkippedToDo | null;
  /** Affiliates with a pending request to join. */
  readonly applicants: number;
  /** Applications that need a decision. */
  readonly applications: number;
  readonly claims: number;
  readonly flags: number;
  /** Commissions past their approval period that a person has to approve (M11). */
  readonly toApprove: number;
  /** Commissions on hold, by a person or a rule. */
  readonly held: number;
  /** Affiliates and currencies with an available balance. */
  readonly payable: number;
};

/** Counts what a shop's staff have to decide or pay today, in one snapshot. */
export async function readToDo(shopId: ShopId, now: Date, limitMs?: number): Promise<ToDo | Refusal> {
  const within = { what: "to_do", limitMs } as const;
  return await readWithin(within, async (db) => ({
    payouts: await countPayouts(db, shopId, { states: ["needs_attention", "needs_second_confirmation"] }),
    files: await countPayouts(db, shopId, { states: ["ready_to_download"] }),
    toMark: await countPayoutsToMark(db, shopId),
    skipped: skippedToDo(await skippedLately(db, shopId, fixableReasons)),
    applicants: (await countAffiliatesByStatus(db, shopId)).get("pending") ?? 0,
    applications: await countApplications(db, shopId, { status: "new" }),
    claims: await countClaims(db, shopId, { status: "open" }),
    flags: await countOpenFlags(db, shopId, toDoCountedTo.flags),
    toApprove: await countInState(db, shopId, "to_approve", now),
    held: await countInState(db, shopId, "on_hold", now),
    payable: await countOwed(db, shopId, { filter: { status: "available" }, until: null }),
  }));
}

const skippedToDo = (found: SkippedLately | null): SkippedToDo | null =>
  found && { ...found, reasons: skippedReasonsText(found.reasons) };

async function countInState(
  db: Db,
  shopId: ShopId,
  status: "to_approve" | "on_hold",
  now: Date,
): Promise<number> {
  return await countCommissionRows(db, shopId, { status }, { cap: toDoCountedTo.commissions, now });
}
