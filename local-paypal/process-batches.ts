/** Takes accepted payouts through time, each step at its own moment even if the clock jumps. */
import { chooseOutcome } from "./choose-outcome.ts";
import { moveItem, returnsAt } from "./move-item.ts";
import { tellBatch, tellItem } from "./tell.ts";
import type { PaypalContext } from "./context.ts";
import type { Batch, Item, State } from "./state.ts";

/** Takes everything that is due one step on. */
export function processDue(ctx: PaypalContext): void {
  const until = ctx.now().toISOString();
  ctx.mutate((state) => {
    for (const batch of Object.values(state.batches)) {
      if (batch.completedAt === null) processBatch(ctx, batch, until);
      returnUnclaimed(ctx, batch, until);
    }
  });
}

/** The next moment at which something is due, or null. Waiting for unclaimed money counts. */
export function nextDue(state: State): string | null {
  let next: string | null = null;
  const consider = (at: string | null): void => {
    if (at !== null && (next === null || at < next)) next = at;
  };
  for (const batch of Object.values(state.batches)) {
    if (batch.status === "PENDING") consider(batch.startsAt);
    for (const item of itemsOf(state, batch)) {
      consider(item.status === "PENDING" ? item.dueAt : returnsAt(item));
    }
  }
  return next;
}

/** The moment by which all that is accepted is looked at, or null when nothing waits. */
export function lastDue(state: State): string | null {
  const waiting = Object.values(state.items).filter((item) => item.status === "PENDING");
  return waiting.reduce<string | null>(
    (last, { dueAt }) => (last === null || dueAt > last ? dueAt : last),
    null,
  );
}

export function itemsOf(state: State, batch: Batch): Item[] {
  return batch.itemIds.map((id) => state.items[id]).filter((item) => item !== undefined);
}

function processBatch(ctx: PaypalContext, batch: Batch, until: string): void {
  if (batch.startsAt > until) return;
  if (batch.status === "PENDING") {
    batch.status = "PROCESSING";
    if (batch.denial === null) tellBatch(ctx, batch, batch.startsAt);
  }
  const items = itemsOf(ctx.state, batch);
  const due = items.filter((item) => item.status === "PENDING" && item.dueAt <= until);
  for (const item of due.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))) processItem(ctx, batch, item);
  if (items.some((item) => item.status === "PENDING")) return;
  const last = items.reduce((latest, item) => (item.dueAt > latest ? item.dueAt : latest), batch.startsAt);
  batch.completedAt = last;
  // A batch in which nothing went through is denied, and so is one that the switches deny.
  batch.status = items.every((item) => item.status === "FAILED") ? "DENIED" : "SUCCESS";
  tellBatch(ctx, batch, last);
}

function processItem(ctx: PaypalContext, batch: Batch, item: Item): void {
  const { road, error } = chooseOutcome(ctx.state, batch, item);
  for (const to of road) {
    moveItem(ctx.state, item, { to, at: item.dueAt, error });
    tellItem(ctx, item, { at: item.dueAt, isDenied: batch.denial !== null });
  }
}

function returnUnclaimed(ctx: PaypalContext, batch: Batch, until: string): void {
  for (const item of itemsOf(ctx.state, batch)) {
    const at = returnsAt(item);
    if (at === null || at > until) continue;
    moveItem(ctx.state, item, { to: "RETURNED", at, error: item.error });
    tellItem(ctx, item, { at });
  }
}
