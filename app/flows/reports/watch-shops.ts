import type { ShopId } from "#app/domain/ids.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { type Listener, startListening } from "#app/platform/listen.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { changesChannel } from "#app/store/page-version.ts";
import { readVersions } from "./read-version.ts";

/** An open screen of this process. */
export type Watcher = {
  /** Reports a new version. */
  readonly tell: (version: string) => void;
  /** Called when the app is uninstalled from the shop, or when this process ends. */
  readonly end: () => void;
};

type WatchedShop = {
  readonly watchers: Map<Watcher, string | null>;
  /** Notifications since the last poll. */
  words: number;
  /** How often a notification was the only sign of a change. */
  unseen: number;
};

/** Shortest time between two queries, for all shops together, however many changes arrive. */
const gapMs = 250;
const longestGapMs = 10_000;
/** Poll interval, for changes without a notification (clicks, deliveries) and for missed ones. */
const lookMs = 2000;
/** Poll interval while LISTEN is down. */
const deafLookMs = 1000;
const mostOfShop = 1000;
const mostHere = 5000;

const watched = new Map<ShopId, WatchedShop>();
const waiting = new Set<ShopId>();
let watchers = 0;
let ears: Listener | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let round: ReturnType<typeof setTimeout> | null = null;
let isLooking = false;
let lookedAt = Number.NEGATIVE_INFINITY;
let failures = 0;

/**
 * Reports every change of a shop, starting with its current version, until the returned function is called.
 * Null if too many screens are watching. One LISTEN connection and one query serve all of them.
 */
export function watchShop(shopId: ShopId, watcher: Watcher): (() => void) | null {
  const entry = watched.get(shopId) ?? { watchers: new Map(), words: 0, unseen: 0 };
  if (watchers >= mostHere || entry.watchers.size >= mostOfShop) return null;
  watched.set(shopId, entry);
  entry.watchers.set(watcher, null);
  watchers += 1;
  ears ??= startListening(changesChannel, {
    onWord: (word) => recordChange(word as ShopId),
    onHearing: () => lookSoon([...watched.keys()]),
  });
  round ??= nextRound();
  lookSoon([shopId]);
  return () => removeWatcher(shopId, watcher);
}

/** Number of screens watched in this process. */
export function countWatchers(): number {
  return watchers;
}

/** Ends all watching when the process shuts down. */
export function endWatching(): void {
  // A shop deleted during the iteration is not visited again.
  for (const shopId of watched.keys()) endShop(shopId);
}

function removeWatcher(shopId: ShopId, watcher: Watcher): void {
  const entry = watched.get(shopId);
  if (!entry?.watchers.delete(watcher)) return;
  watchers -= 1;
  if (entry.watchers.size === 0) watched.delete(shopId);
  if (watchers === 0) stopTimer();
}

function endShop(shopId: ShopId): void {
  for (const watcher of watched.get(shopId)?.watchers.keys() ?? []) {
    removeWatcher(shopId, watcher);
    watcher.end();
  }
}

/** Stops listening and polling once the last screen is gone. */
function stopTimer(): void {
  void ears?.stop();
  ears = null;
  if (round) clearTimeout(round);
  if (timer) clearTimeout(timer);
  [round, timer] = [null, null];
  waiting.clear();
}

function recordChange(shopId: ShopId): void {
  const entry = watched.get(shopId);
  if (entry) entry.words += 1;
  lookSoon([shopId]);
}

function nextRound(): ReturnType<typeof setTimeout> {
  return setTimeout(
    () => {
      lookSoon([...watched.keys()]);
      round = nextRound();
    },
    ears?.isHearing() ? lookMs : deafLookMs,
  );
}

function lookSoon(shopIds: readonly ShopId[]): void {
  for (const shopId of shopIds) if (watched.has(shopId)) waiting.add(shopId);
  if (timer || isLooking || waiting.size === 0) return;
  const gap = Math.min(longestGapMs, gapMs * 2 ** failures);
  timer = setTimeout(() => void checkWaitingShops(), Math.max(0, lookedAt + gap - uptimeMs()));
}

async function checkWaitingShops(): Promise<void> {
  const shopIds = [...waiting];
  [timer, isLooking, lookedAt] = [null, true, uptimeMs()];
  waiting.clear();
  const heard = new Set(shopIds.filter(takeMessageBudget));
  try {
    const versions = await readVersions(shopIds);
    failures = 0;
    for (const shopId of shopIds) tellWatchers(shopId, versions.get(shopId), heard.has(shopId));
  } catch (error) {
    failures += 1;
    log.warn("Open screens could not be told", { failures, ...describeError(error) });
    for (const shopId of heard) recordChange(shopId);
    for (const shopId of shopIds) waiting.add(shopId);
  }
  isLooking = false;
  lookSoon([...waiting]);
}

function takeMessageBudget(shopId: ShopId): boolean {
  const entry = watched.get(shopId);
  if (!entry || entry.words === 0) return false;
  entry.words = 0;
  return true;
}

/**
 * Sends a new version to a shop's screens. The version is read from the ends of indexes. A transaction that
 * began earlier but commits later lands before such an end, so only its notification reveals it. A counter then
 * makes the version new.
 */
function tellWatchers(shopId: ShopId, version: string | undefined, isHeard: boolean): void {
  if (version === undefined) return endShop(shopId);
  const entry = watched.get(shopId);
  if (!entry) return;
  if (isHeard) entry.unseen += 1;
  for (const [watcher, told] of entry.watchers) {
    if (told === version && !isHeard) continue;
    entry.watchers.set(watcher, version);
    watcher.tell(told === version ? `${version}.${entry.unseen}` : version);
  }
}
