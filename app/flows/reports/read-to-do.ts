import { toDoCountedTo } from "#app/domain/dashboard-figures.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { fixableReasons } from "#app/domain/payouts/eligible.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { together } from "#app/platform/db.server.ts";
import { affiliatesFound } from "#app/store/affiliates.ts";
import { applicationsFound } from "#app/store/applications.ts";
import { claimsFound } from "#app/store/claims.ts";
import { commissionsFound } from "#app/store/commission-list.ts";
import { countingAll } from "#app/store/count-all.ts";
import { emailFailuresFound } from "#app/store/email-failures.ts";
import { failedDeliveriesFound } from "#app/store/failed-deliveries.ts";
import { openFlagsFound } from "#app/store/flags.ts";
import { listPayable } from "#app/store/owed.ts";
import { type SkippedLately, skippedLately } from "#app/store/payout-skipped.ts";
import { payoutsFound, payoutsToMark } from "#app/store/payouts.ts";
import { unclearLines } from "#app/store/provider-statements.ts";
import { readWithin } from "#app/store/read-within.ts";

/** Numbers of things that need a person. Each equals that of the list it links to, up to `toDoCountedTo`. */
export type ToDo = {
  /** Payouts that stopped or need a confirmation. */
  readonly payouts: number;
  /** Payouts with a file to download. */
  readonly files: number;
  /** Payouts to mark as paid. */
  readonly toMark: number;
  /** Commissions past their approval period that a person has to approve (M11). */
  readonly toApprove: number;
  /** Applications that need a decision. */
  readonly applications: number;
  /** Affiliates with a pending request to join. */
  readonly applicants: number;
  readonly flags: number;
  readonly claims: number;
  /** Rows of statements that the app can't interpret. */
  readonly unclearRows: number;
  /** Failed deliveries of Shopify, and emails that keep failing. */
  readonly deliveries: number;
  readonly emails: number;
  /** Affiliates whom the last scheduled payout skipped, its id and the reasons. Null if there are none. */
  readonly skipped: SkippedLately | null;
  /** Available balances, by currency. */
  readonly payable: readonly Money[];
};

type Asked = { readonly shopId: ShopId; readonly now: Date };

const countToDo = countingAll(({ shopId, now }: Asked, db) => ({
  payouts: payoutsFound(db, shopId, { states: ["needs_attention", "needs_second_confirmation"] }),
  files: payoutsFound(db, shopId, { states: ["ready_to_download"] }),
  toMark: payoutsToMark(db, shopId),
  toApprove: commissionsFound(db, shopId, { status: "to_approve" }, { cap: toDoCountedTo, now }),
  applications: applicationsFound(db, shopId, { status: "new" }),
  applicants: affiliatesFound(db, shopId, { status: "pending" }, toDoCountedTo),
  flags: openFlagsFound(db, shopId, toDoCountedTo),
  claims: claimsFound(db, shopId, { status: "open" }),
  unclearRows: unclearLines(db, shopId, toDoCountedTo),
  deliveries: failedDeliveriesFound(db, shopId),
  emails: emailFailuresFound(db, shopId),
}));

/** Counts what a shop's staff have to decide or pay today, in one snapshot. */
export async function readToDo(shopId: ShopId, now: Date, limitMs?: number): Promise<ToDo | Refusal> {
  const within = { what: "to_do", limitMs } as const;
  return await readWithin(within, async (db) => {
    const [counts, skipped, payable] = await together(
      countToDo(db, { shopId, now }),
      skippedLately(db, shopId, fixableReasons),
      listPayable(db, shopId),
    );
    return { ...counts, skipped, payable };
  });
}
