import { now, uptimeMs } from "#app/platform/clock.ts";
import { within } from "#app/platform/coalesce.ts";
import {
  findLinkOwner,
  type LinkChange,
  linkNewsSince,
  type LinkOwner,
  newestLinkOwners,
} from "#app/store/link-owners.ts";
import { isDatabaseAway, noteDatabaseAway } from "./keep-clicks.ts";
import { knownStorefront } from "./known-storefronts.ts";

/**
 * A link in this process's cache, so that a known code costs no query. Clicks ask for changes of all codes at
 * most once a second, so nothing cached is trusted for more than two seconds.
 */
type RememberedLink = {
  readonly codeKey: string;
  readonly owner: LinkOwner | null;
  /** It has changed. It is trusted only while the database is down. */
  isStale: boolean;
  /** Short for a code without an owner, because it may get one and no change is reported for that. */
  readonly until: number;
};

const mostKnown = 20_000;
const ownerMs = 600_000;
const nobodyMs = 1500;
const askEveryMs = 1000;
const believedMs = 2000;
/** A change becomes visible at commit, up to this long after its time. */
const overlapMs = 60_000;
/** After a longer silence the table of changes may have dropped entries, so the cache is not trusted. */
const longestSilenceMs = 300_000;
const newsTimeoutMs = 2000;

const known = new Map<string, RememberedLink>();
const asking = new Map<string, Promise<RememberedLink>>();
/** Times of changes that are known already, by shop and code. */
const heard = new Map<string, number>();
let askedAt = Number.NEGATIVE_INFINITY;
let databaseTime: Date | null = null;
let news: Promise<void> | null = null;
/** Incremented with each change. A row read before may be older than the change. */
let changes = 0;

/**
 * Loads the newest codes before the first click, so a process that starts while the database is slow need not
 * look up each, and the only shop, if there is one, for links that name none. Failing is harmless.
 */
export async function learnLinks(): Promise<void> {
  try {
    await refreshStaleLinks(Number.POSITIVE_INFINITY);
    await knownStorefront(null, Number.POSITIVE_INFINITY);
    const begunAt = changes;
    const owners = await newestLinkOwners(mostKnown / 2);
    if (owners.length < mostKnown / 2) rememberFirstOwners(owners);
    for (const { codeKey, ...owner } of owners) {
      const isStale = changes !== begunAt;
      rememberLink(linkKeyOf(codeKey, owner.domain), {
        codeKey,
        owner,
        isStale,
        until: uptimeMs() + ownerMs,
      });
    }
  } catch (error) {
    noteDatabaseAway(error);
  }
}

/**
 * Remembers owners for links that name no shop, for use while the database is down. Of several shops with the
 * same code, the one that had it first wins, because the oldest owners come last.
 */
function rememberFirstOwners(newestFirst: Awaited<ReturnType<typeof newestLinkOwners>>): void {
  for (const { codeKey, ...owner } of newestFirst) {
    rememberLink(linkKeyOf(codeKey, null), { codeKey, owner, isStale: true, until: 0 });
  }
}

/**
 * The cached owner of a code if no query is needed, neither about the code nor about changes. Undefined
 * otherwise.
 */
export function recalledLink(codeKey: string, shopDomain: string | null): LinkOwner | null | undefined {
  return uptimeMs() - askedAt < askEveryMs
    ? freshOwner(known.get(linkKeyOf(codeKey, shopDomain)))
    : undefined;
}

function freshOwner(remembered: RememberedLink | undefined): LinkOwner | null | undefined {
  return remembered && !remembered.isStale && remembered.until > uptimeMs() ? remembered.owner : undefined;
}

/** The owner of a code. Null if nobody has it. Undefined if it is unknown and the database is down. */
export async function knownLink(
  codeKey: string,
  shopDomain: string | null,
  patienceMs: number,
): Promise<LinkOwner | null | undefined> {
  const key = linkKeyOf(codeKey, shopDomain);
  const deadline = uptimeMs() + patienceMs;
  if (!isDatabaseAway()) await refreshStaleLinks(patienceMs);
  const fresh = freshOwner(known.get(key));
  if (fresh !== undefined) return fresh;
  // A code that had no owner before may have one by now, so only cached owners are trusted.
  if (isDatabaseAway()) return believedLink(codeKey, shopDomain);
  try {
    return (await within(findOwnerOnce(key, codeKey, shopDomain), deadline - uptimeMs())).owner;
  } catch (error) {
    noteDatabaseAway(error);
    return believedLink(codeKey, shopDomain);
  }
}

/** The last known owner of a code, however old, for callers that can't wait. Undefined if there is none. */
export function believedLink(codeKey: string, shopDomain: string | null): LinkOwner | undefined {
  return known.get(linkKeyOf(codeKey, shopDomain))?.owner ?? undefined;
}

function linkKeyOf(codeKey: string, shopDomain: string | null): string {
  return `${shopDomain ?? ""} ${codeKey}`;
}

/** Simultaneous lookups of one code share one query. */
function findOwnerOnce(key: string, codeKey: string, shopDomain: string | null): Promise<RememberedLink> {
  const under = asking.get(key);
  if (under) return under;
  const begunAt = changes;
  const asked = findLinkOwner(codeKey, shopDomain)
    .then((owner) => {
      const until = uptimeMs() + (owner ? ownerMs : nobodyMs);
      const found: RememberedLink = { codeKey, owner, isStale: changes !== begunAt, until };
      rememberLink(key, found);
      return found;
    })
    .finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

function rememberLink(key: string, found: RememberedLink): void {
  known.delete(key);
  known.set(key, found);
  if (known.size <= mostKnown) return;
  const oldest = known.keys().next().value;
  if (oldest !== undefined) known.delete(oldest);
}

/** Waits only if the cache is older than allowed. Otherwise the answer serves the next clicks. */
async function refreshStaleLinks(patienceMs: number): Promise<void> {
  const age = uptimeMs() - askedAt;
  if (age < askEveryMs) return;
  news ??= readLinkChanges().finally(() => (news = null));
  if (age < believedMs) return void news.catch(noteDatabaseAway);
  await within(news, patienceMs).catch(noteDatabaseAway);
}

async function readLinkChanges(): Promise<void> {
  const begun = uptimeMs();
  const since = databaseTime ?? now();
  const { changes: told, at } = await linkNewsSince(new Date(since.getTime() - overlapMs), newsTimeoutMs);
  const isTooLate = begun - askedAt > longestSilenceMs;
  if (told === null || isTooLate) markAllStale();
  else markChangedStale(told);
  databaseTime = at;
  askedAt = begun;
}

function markAllStale(): void {
  if (known.size > 0) changes += 1;
  for (const one of known.values()) one.isStale = true;
}

const nameOf = (change: LinkChange): string => `${change.shopId} ${change.codeKey}`;

function markChangedStale(told: readonly LinkChange[]): void {
  // Does not compare with the latest time: of two concurrent changes, the one that waited may have the earlier
  // time.
  const fresh = told.filter((one) => heard.get(nameOf(one)) !== one.changedAt.getTime());
  if (fresh.length === 0) return;
  changes += 1;
  if (heard.size > mostKnown) heard.clear();
  for (const one of fresh) heard.set(nameOf(one), one.changedAt.getTime());
  const codes = new Set(fresh.map((one) => one.codeKey));
  const shops = new Set(fresh.filter((one) => one.codeKey === "").map((one) => one.shopId));
  for (const one of known.values()) {
    if (codes.has(one.codeKey) || (one.owner && shops.has(one.owner.shopId))) one.isStale = true;
  }
}
