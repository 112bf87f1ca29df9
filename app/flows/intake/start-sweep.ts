import type { Ctx } from "#app/domain/context.ts";
import type { ShopId, SweepId } from "#app/domain/ids.ts";
import { reasonAsText, type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockShop, type Shop } from "#app/store/shops.ts";
import {
  dropSweeps,
  insertSweep,
  listShopsToSweep,
  listSweeps,
  noteSweep,
  type Sweep,
} from "#app/store/sweeps.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Without the scope `read_all_orders`, Shopify reports orders of this many days. */
const daysBack = 60;
/** Covers differences between Shopify's clock and ours, and late entries in its list. */
const overlapMs = 10 * minuteMs;
/** A sweep that runs longer than this is lost. */
const lostAfterMs = 6 * 60 * minuteMs;
/** Interval of sweeps. A failure or a start of the process begins one sooner. */
const hourMs = 60 * minuteMs;
const againMs = 10 * minuteMs;

const keptDays = 30;
const shownAtMost = 20;

/** Starts a job that looks through Shopify's orders for those that no delivery reported. One sweep runs at a time. */
export async function startSweep({ shop: { shopId }, actor, now }: Ctx): Promise<SweepId | Refusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const sweepId = await insertDueSweep({ tx, queue, now }, shopId, "asked");
    if (sweepId === null) return refuse("conflict", { code: "sweep_running" });
    const subject = { subjectKind: "shop", subjectId: shopId, action: "orders-sweep-started" };
    await recordAudit(tx, shopId, { ...subject, actor, details: {}, now });
    return sweepId;
  });
}

/**
 * Starts the due sweeps of all shops: hourly, sooner after a failure, and when a process starts. A simultaneous
 * request finds the sweep of the other.
 */
export async function startDueSweeps(cause: "start" | "hourly", now: Date): Promise<void> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const before = {
    done: ago(cause === "start" ? againMs : hourMs),
    failed: ago(againMs),
    running: ago(lostAfterMs),
  };
  const queue = await openQueue();
  for (const shopId of await listShopsToSweep(db(), before)) {
    await inTransaction((tx) => insertDueSweep({ tx, queue, now }, shopId, cause));
  }
}

type SweepStart = { readonly tx: Tx; readonly queue: Queue; readonly now: Date };

/** The shop's lock keeps two processes from both finding no running sweep. */
async function insertDueSweep(
  { tx, queue, now }: SweepStart,
  shopId: ShopId,
  cause: Sweep["cause"],
): Promise<SweepId | null> {
  const shop = await lockShop(tx, shopId);
  const [newest] = await listSweeps(tx, shopId, 1);
  if (!shop || (newest && isRunning(newest, now))) return null;
  const sweepId = newId<SweepId>("swp", now);
  const fromAt = sweepStart(shop, newest, now);
  const status = "running" as const;
  await insertSweep(tx, { shopId, sweepId, cause, status, fromAt, toAt: fromAt, startedAt: now });
  await dropSweeps(tx, shopId, new Date(now.getTime() - keptDays * dayMs));
  await queue.send(tx, "sweep-orders", { shopId, sweepId });
  return sweepId;
}

/** Where the last sweep got to, which is not its end if it failed. For the first sweep, the installation. */
function sweepStart(shop: Shop, newest: Sweep | undefined, now: Date): Date {
  if (newest) return new Date(newest.toAt.getTime() - overlapMs);
  const earliest = now.getTime() - daysBack * dayMs;
  return new Date(Math.max(earliest, (shop.installedAt ?? now).getTime() - overlapMs));
}

/** The newest sweeps of a shop. A lost one is shown as failed. */
export async function readSweeps(shopId: ShopId, now: Date): Promise<Sweep[]> {
  const rows = await listSweeps(db(), shopId, shownAtMost);
  return rows.map((row) =>
    row.status !== "running" || isRunning(row, now)
      ? row
      : { ...row, status: "failed", error: reasonAsText({ code: "run_failed", what: "lost_sweep" }) },
  );
}

export function sweepView({ sweepId: id, fromAt: from, toAt: to, found, error, ...sweep }: Sweep) {
  return {
    ...sweep,
    id,
    from,
    to,
    found: found.map(({ orderId, name, what, unread }) => ({ id: orderId, name, what, read: !unread })),
    error: error ?? "",
  };
}

const givenUp = reasonAsText({ code: "run_failed", what: "stopped_sweep" });

/** Marks a sweep as failed after its job failed for good. */
export async function stopSweep(
  of: { readonly shopId: string; readonly sweepId: string },
  now: Date,
): Promise<void> {
  const failed = { status: "failed", error: givenUp, finishedAt: now } as const;
  await noteSweep(db(), { shopId: of.shopId as ShopId, sweepId: of.sweepId as SweepId }, failed);
}

function isRunning({ status, startedAt }: Sweep, now: Date): boolean {
  return status === "running" && now.getTime() - startedAt.getTime() < lostAfterMs;
}
