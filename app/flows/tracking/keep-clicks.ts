import { hash, randomBytes } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { boundedValue, otherValue, pageOf } from "#app/domain/report.ts";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { inTransaction, runPrepared } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  type CountedClick,
  keepCountedClicks,
  keepNewCountedClicks,
  keepSalts,
  type NewClick,
  type SealedSalt,
} from "#app/store/clicks.ts";
import { admitValues, type FreeValue, freeValueName } from "#app/store/figures.ts";

/** A click with the inputs of its counting. */
export type KeptClick = {
  readonly click: Omit<NewClick, "visitorHash">;
  /** A day of the shop. */
  readonly day: string;
  readonly currency: string;
  /** From `visitorOf`, before the day's salt is added. */
  readonly visitor: string;
};

/** Stores clicks of many visitors in one statement, with the days' figures. Returns how many were new. */
export async function keepClicks(kept: readonly KeptClick[]): Promise<number> {
  const counted = await countClicks(kept);
  const added = await keepCountedClicks(counted, latestClickAt(kept));
  // A click that existed already may have been counted under other values.
  if (added === counted.length) rememberVisits(counted);
  return added;
}

/** `keepClicks` for new clicks, which cannot exist yet. Rejects if one does. */
export async function keepNewClicks(kept: readonly KeptClick[]): Promise<void> {
  const counted = await countClicks(kept);
  await keepNewCountedClicks(counted, latestClickAt(kept));
  rememberVisits(counted);
}

async function countClicks(kept: readonly KeptClick[]): Promise<CountedClick[]> {
  const hashed = await visitorHasher(kept.map(({ click, day }) => ({ shopId: click.shopId, day })));
  const valuesOf = await clickValues(kept.flatMap(({ click }) => (click.bot ? [] : click)));
  return kept.map(({ click, day, currency, visitor }) => {
    const visitorHash = hashed({ shopId: click.shopId, day }, visitor);
    const values = click.bot ? noValues : valuesOf(click);
    const visit = { ...click, ...values, day, currency, visitorHash };
    return { ...visit, isVisitCounted: isVisitCounted(visit) };
  });
}

/** Values of a click that is not counted. */
const noValues: ClickValues = { countedSubId: "", countedLanding: "" };

function latestClickAt(kept: readonly KeptClick[]): Date {
  return new Date(Math.max(...kept.map(({ click }) => click.occurredAt.getTime())));
}

/** A visitor before the day's salt is known. It stays in memory, or sealed on disk. */
export function visitorOf(address: string, userAgent: string): string {
  return hash("sha256", `${address}\n${userAgent}`, "base64url");
}

type ShopDay = { readonly shopId: ShopId; readonly day: string };

const salts = new Map<string, string>();
const mostSalts = 5000;
const saltName = ({ shopId, day }: ShopDay): string => `${shopId} ${day}`;

/**
 * Hashes visitors of these days with a salt per shop and day, the same in every process, which is deleted after the
 * day. Rejects while the database is down and this process does not know the salt.
 */
export async function visitorHasher(
  days: readonly ShopDay[],
): Promise<(day: ShopDay, visitor: string) => string> {
  const named = new Map(days.map((one) => [saltName(one), one]));
  const unknown = [...named].filter(([name]) => !salts.has(name)).map(([, day]) => day);
  if (unknown.length > 0) await loadSalts(unknown);
  const used = new Map([...named.keys()].map((name) => [name, salts.get(name)]));
  return (day, visitor) => {
    const salt = used.get(saltName(day));
    if (salt === undefined) throw new Error("A salt that was just kept is not there.");
    return hash("sha256", `${salt}\n${visitor}`, "base64url");
  };
}

async function loadSalts(days: readonly ShopDay[]): Promise<void> {
  const offered = days.map(({ shopId, day }) => ({ shopId, day, sealed: newSalt({ shopId, day }) }));
  const kept = await keepSalts(offered);
  if (salts.size > mostSalts) salts.clear();
  const newest = kept.reduce((latest, { day }) => (day > latest ? day : latest), "");
  forgetBefore(newest);
  for (const one of kept) salts.set(saltName(one), openSalt(one));
}

/** Yesterday is needed until it is over everywhere, and for clicks that waited on disk. */
function forgetBefore(newest: string): void {
  const yesterday = new Date(Date.parse(`${newest}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  for (const name of salts.keys()) if (name.slice(-10) < yesterday) salts.delete(name);
}

function newSalt(day: ShopDay): string {
  return encrypt(randomBytes(32).toString("base64url"), `visitors ${saltName(day)}`);
}

function openSalt({ sealed, ...day }: SealedSalt): string {
  return decrypt(sealed, `visitors ${saltName(day)}`);
}

/** Fields of a click by which it is counted. */
type PointedClick = { readonly shopId: ShopId; readonly subId: string; readonly target: string };

/** The values of free dimensions under which a click counts. */
type ClickValues = { readonly countedSubId: string; readonly countedLanding: string };

/** True for values of a shop that count by themselves: an answer never changes. */
const valueAnswers = new Map<string, boolean>();
const mostAnswers = 100_000;

const valueName = (shopId: ShopId, one: FreeValue): string => `${shopId} ${freeValueName(one)}`;

/**
 * Finds the values under which clicks count. A value unknown to this process is looked up and, if the shop has
 * room, added before anything is counted under it. Rejects if the database is needed but down.
 */
export async function clickValues(
  clicks: readonly PointedClick[],
): Promise<(click: PointedClick) => ClickValues> {
  // Many clicks at once point to few pages.
  const pointed = new Map(clicks.map((click) => [pointedKey(click), click]));
  const asked = [...pointed.values()].flatMap((click) =>
    freeValuesOf(click).map((one) => ({ shopId: click.shopId, ...one })),
  );
  const unknown = asked.filter((one) => one.value !== "" && !valueAnswers.has(valueName(one.shopId, one)));
  const learned = new Map<string, boolean>();
  for (const [shopId, values] of Map.groupBy(unknown, (one) => one.shopId)) {
    // One shop at a time, because a batch seldom has more than one with new values.
    // oxlint-disable-next-line no-await-in-loop
    const known = await inTransaction((tx) => admitValues(tx, shopId, distinctValues(values)));
    for (const one of values) learned.set(valueName(shopId, one), known.has(freeValueName(one)));
  }
  const isKnown = new Map(
    asked.map((one) => {
      const name = valueName(one.shopId, one);
      return [name, one.value === "" || (learned.get(name) ?? valueAnswers.get(name) ?? false)];
    }),
  );
  if (valueAnswers.size > mostAnswers) valueAnswers.clear();
  for (const [name, answer] of learned) valueAnswers.set(name, answer);
  const counted = new Map<string, ClickValues>();
  for (const [key, click] of pointed) {
    const [countedSubId = "", countedLanding = ""] = freeValuesOf(click).map((one) =>
      isKnown.get(valueName(click.shopId, one)) === true ? one.value : otherValue,
    );
    counted.set(key, { countedSubId, countedLanding });
  }
  return (click) =>
    counted.get(pointedKey(click)) ?? { countedSubId: otherValue, countedLanding: otherValue };
}

const pointedKey = ({ shopId, subId, target }: PointedClick): string => `${shopId}\n${subId}\n${target}`;

function freeValuesOf({ subId, target }: PointedClick): FreeValue[] {
  return [
    { dimension: "sub-id", value: boundedValue(subId) },
    { dimension: "landing", value: pageOf(target) },
  ];
}

function distinctValues(values: readonly FreeValue[]): FreeValue[] {
  return [...new Map(values.map((one) => [freeValueName(one), one])).values()];
}

/** A click of a visitor, with everything that the visitor is counted for. */
type Visit = Omit<CountedClick, "isVisitCounted">;

/** Visitors counted in this process: their hashes of a day, by all that one click counts for. */
const countedVisitors = new Map<string, Set<string>>();
const mostCounted = 100_000;
let countedVisitorCount = 0;

/**
 * True if this process knows that the visitor was counted that day for everything this click counts for, so the
 * database need not be asked. False for visitors evicted here or seen by another process.
 */
function isVisitCounted(visit: Visit): boolean {
  return countedVisitors.get(visitName(visit))?.has(visit.visitorHash) ?? false;
}

/** Call once the clicks are committed. Bots are no visitors. */
function rememberVisits(visits: readonly CountedClick[]): void {
  if (countedVisitorCount > mostCounted) {
    countedVisitors.clear();
    countedVisitorCount = 0;
  }
  for (const visit of visits) {
    if (visit.bot || visit.isVisitCounted) continue;
    const name = visitName(visit);
    const visitors = countedVisitors.get(name) ?? new Set();
    if (visitors.has(visit.visitorHash)) continue;
    countedVisitorCount += 1;
    countedVisitors.set(name, visitors.add(visit.visitorHash));
  }
}

function visitName({ shopId, day, affiliateId, linkId, countedSubId, countedLanding }: Visit): string {
  return `${shopId} ${day} ${affiliateId} ${linkId} ${countedSubId}\n${countedLanding}`;
}

/**
 * True if the database was down or too slow for a shopper when last asked. Clicks then don't wait for it: known
 * links are trusted at any age, and clicks go to the disk at once.
 */
let isAway = false;

const askAgainMs = 500;

export function isDatabaseAway(): boolean {
  return isAway;
}

/**
 * Call after a query that a shopper waited for failed or took too long. From now on the database is checked in
 * the background.
 */
export function noteDatabaseAway(error: unknown): void {
  if (isAway) return;
  isAway = true;
  log.warn("The database does not answer in time: clicks wait on this machine's disk", describeError(error));
  askDatabaseLater();
}

function askDatabaseLater(): void {
  setTimeout(() => void askDatabase(), askAgainMs).unref();
}

async function askDatabase(): Promise<void> {
  try {
    await runPrepared({ name: "is-there", text: "select 1" }, [], 2 * askAgainMs);
    isAway = false;
    log.info("The database answers clicks again");
  } catch {
    askDatabaseLater();
  }
}
