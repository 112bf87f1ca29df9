import type { Actor } from "#app/domain/actor.ts";
import type { BacktestId, ShopId } from "#app/domain/ids.ts";
import { isUnderWay } from "#app/domain/long-run.ts";
import { refuse, type FieldError, type Refusal } from "#app/domain/refusal.ts";
import { faultsOfTerms } from "#app/domain/terms/faults.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { insertBacktest, unfinishedBacktests } from "#app/store/backtests.ts";
import { findProgram } from "#app/store/programs.ts";

export type BacktestAsked = {
  /** The draft; the program's saved terms when it is left out. */
  readonly terms?: ProgramTerms | undefined;
  /** Days of the shop, "2026-03-31", both counted in. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly scope: "credited" | "all";
};

type Shop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

/** Each of them reads the shop's orders; more at once would only make all of them wait. */
const mostAtOnce = 3;

/** Asks for a draft to be run over past orders, by a job. Nothing is written but the backtest itself. */
export async function startBacktest(
  shop: Shop,
  programId: string,
  asked: BacktestAsked,
  by: { actor: Actor; now: Date },
): Promise<BacktestId | Refusal> {
  const program = await findProgram(db(), shop.shopId, programId);
  if (!program) return refuse("not-found", "There is no such program");
  const terms = asked.terms ?? program.terms;
  const faults = [...faultsOfDays(asked, dayIn(shop.timeZone, by.now)), ...faultsOf(terms, shop.currency)];
  const [first] = faults;
  if (first) return { refused: "invalid", message: first.message, errors: faults };
  const unfinished = await unfinishedBacktests(db(), shop.shopId);
  if (unfinished.filter((one) => isUnderWay(one, by.now)).length >= mostAtOnce) {
    return refuse("conflict", "Other backtests are still running. Please wait until they are done");
  }
  const backtestId = newId<BacktestId>("bkt", by.now);
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    await insertBacktest(tx, {
      shopId: shop.shopId,
      backtestId,
      programId: program.programId,
      terms,
      firstDay: asked.firstDay,
      lastDay: asked.lastDay,
      scope: asked.scope,
      status: "waiting",
      createdBy: by.actor.name,
      createdAt: by.now,
    });
    await queue.send(tx, "run-backtest", { shopId: shop.shopId, backtestId });
  });
  return backtestId;
}

function faultsOfDays({ firstDay, lastDay }: BacktestAsked, today: string): FieldError[] {
  if (firstDay > today) return [{ field: "firstDay", message: "Must not be after today" }];
  if (lastDay < firstDay) return [{ field: "lastDay", message: "Must not be before the first day" }];
  return [];
}

function faultsOf(terms: ProgramTerms, currency: string): FieldError[] {
  return faultsOfTerms(terms, currency).map((fault) => ({ ...fault, field: `terms.${fault.field}` }));
}
