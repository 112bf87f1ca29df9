import { hash, randomBytes } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { boundedValue, otherValue, pageOf } from "#app/domain/report-dimensions.ts";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { inTransaction, runPrepared } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import type { NewClick } from "#app/store/clicks.ts";
import { type CountedClick, keepCountedClicks, keepNewCountedClicks } from "#app/store/counted-clicks.ts";
import { admitValues, type FreeValue, freeValueName } from "#app/store/figures.ts";
import { keepSalts, type SealedSalt } from "#app/store/visitor-salts.ts";

/** A click with what its counting needs. */
export type KeptClick = {
  readonly click: Omit<NewClick, "visitorHash">;
  /** The shop's own day. */
  readonly day: string;
  readonly currency: string;
  /** As `visitorOf` says: before the day's salt. */
  readonly visitor: string;
};

/** Keeps clicks of many visitors in one statement, with the days' figures; answers how many were not there yet. */
export async function keepClicks(kept: readonly KeptClick[]): Promise<number> {
  const counted = await countedOf(kept);
  const added = await keepCountedClicks(counted, latestOf(kept));
  // One that was there already may have been counted under other values.
  if (added === counted.length) rememberVisits(counted);
  return added;
}

/** The same for clicks that were just made and that nobody else can have kept. Rejects where somebody has. */
export async function keepNewClicks(kept: readonly KeptClick[]): Promise<void> {
  const counted = await countedOf(kept);
  await keepNewCountedClicks(counted, latestOf(kept));
  rememberVisits(counted);
}

async function countedOf(kept: readonly KeptClick[]): Promise<CountedClick[]> {
  const hashed = await visitorHasher(kept.map(({ click, day }) => ({ shopId: click.shopId, day })));
  const valuesOf = await clickValues(kept.flatMap(({ click }) => (click.bot ? [] : click)));
  return kept.map(({ click, day, currency, visitor }) => {
    const visitorHash = hashed({ shopId: click.shopId, day }, visitor);
    const values = click.bot ? noValues : valuesOf(click);
    const visit = { ...click, ...values, day, currency, visitorHash };
    return { ...visit, isVisitCounted: isVisitCounted(visit) };
  });
}

/** What is not counted has no need of them. */
const noValues: ClickValues = { countedSubId: "", countedLanding: "" };

function latestOf(kept: readonly KeptClick[]): Date {
  return new Date(Math.max(...kept.map(({ click }) => click.occurredAt.getTime())));
}

/** A visitor before the salt of the day is known. It stays in memory, or sealed on the disk. */
export function visitorOf(address: string, userAgent: string): string {
  return hash("sha256", `${address}\n${userAgent}`, "base64url");
}

type ShopDay = { readonly shopId: ShopId; readonly day: string };

const salts = new Map<string, string>();
const mostSalts = 5000;
const saltName = ({ shopId, day }: ShopDay): string => `${shopId} ${day}`;

/**
 * How visitors of these days of shops are hashed: with a salt of that shop and day, the same in every process, which is
 * forgotten with the day. Rejects while the database is away and this process does not know the salt.
 */
export async function visitorHasher(
  days: readonly ShopDay[],
): Promise<(day: ShopDay, visitor: string) => string> {
  const named = new Map(days.map((one) => [saltName(one), one]));
  const unknown = [...named].filter(([name]) => !salts.has(name)).map(([, day]) => day);
  if (unknown.length > 0) await learnSalts(unknown);
  const used = new Map([...named.keys()].map((name) => [name, salts.get(name)]));
  return (day, visitor) => {
    const salt = used.get(saltName(day));
    if (salt === undefined) throw new Error("A salt that was just kept is not there.");
    return hash("sha256", `${salt}\n${visitor}`, "base64url");
  };
}

async function learnSalts(days: readonly ShopDay[]): Promise<void> {
  const offered = days.map(({ shopId, day }) => ({ shopId, day, sealed: newSalt({ shopId, day }) }));
  const kept = await keepSalts(offered);
  if (salts.size > mostSalts) salts.clear();
  const newest = kept.reduce((latest, { day }) => (day > latest ? day : latest), "");
  forgetBefore(newest);
  for (const one of kept) salts.set(saltName(one), openSalt(one));
}

/** Yesterday is still needed where it is not over everywhere, and for what waited on the disk. */
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

/** What of a click is counted by. */
type PointedClick = { readonly shopId: ShopId; readonly subId: string; readonly target: string };

/** The values of free dimensions under which a click counts. */
type ClickValues = { readonly countedSubId: string; readonly countedLanding: string };

/** Whether a value of a shop counts by itself: what was once answered stays so. */
const valueAnswers = new Map<string, boolean>();
const mostAnswers = 100_000;

const valueName = (shopId: ShopId, one: FreeValue): string => `${shopId} ${freeValueName(one)}`;

/**
 * Under which values clicks count. A value that this process does not know is asked for, and becomes known where the
 * shop has room for it, before anything is counted under it. Rejects while the database is away and has to be asked.
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
    // One shop after the other: a batch seldom has more than one with new values.
    // oxlint-disable-next-line no-await-in-loop
    const known = await inTransaction((tx) => admitValues(tx, shopId, distinct(values)));
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

function distinct(values: readonly FreeValue[]): FreeValue[] {
  return [...new Map(values.map((one) => [freeValueName(one), one])).values()];
}

/** A click by a visitor, under all that a visitor is counted for. */
type Visit = Omit<CountedClick, "isVisitCounted">;

/** Who was counted for what, in this process: the visitors' hashes of a day, by all that one click counts for. */
const countedVisitors = new Map<string, Set<string>>();
const mostCounted = 100_000;
let countedVisitorCount = 0;

/**
 * True where this process knows that the visitor is counted that day for all that this click would count them for: who
 * comes back need not be looked for among the day's visitors. Who is forgotten here, or came by another process, is.
 */
function isVisitCounted(visit: Visit): boolean {
  return countedVisitors.get(visitName(visit))?.has(visit.visitorHash) ?? false;
}

/** To be told once they are kept for good. Bots are no visitors. */
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
 * Whether the database was away, or too slow for a shopper, when it was last asked. While it is, no click waits for it:
 * what is known of links is believed however old it is, and clicks go to the disk at once.
 */
let isAway = false;

const askAgainMs = 500;

export function isDatabaseAway(): boolean {
  return isAway;
}

/** Something that a shopper waited for failed, or took too long; from now on the database is asked apart from them. */
export function noteDatabaseAway(error: unknown): void {
  if (isAway) return;
  isAway = true;
  log.warn("The database does not answer in time: clicks wait on this machine's disk", describeError(error));
  askLater();
}

function askLater(): void {
  setTimeout(() => void askDatabase(), askAgainMs).unref();
}

async function askDatabase(): Promise<void> {
  try {
    await runPrepared({ name: "is-there", text: "select 1" }, [], 2 * askAgainMs);
    isAway = false;
    log.info("The database answers clicks again");
  } catch {
    askLater();
  }
}
