import { now, uptimeMs } from "#app/platform/clock.ts";
import { within } from "#app/platform/coalesce.ts";
import { findLinkOwner, type LinkOwner, newestLinkOwners } from "#app/store/link-owners.ts";
import { type LinkChange, linkNewsSince } from "#app/store/link-changes.ts";
import { isDatabaseAway, noteDatabaseAway } from "./keep-clicks.ts";
import { knownStorefront } from "./known-storefronts.ts";

/**
 * What this process knows of links: a known code costs no query. Whoever clicks asks at most once a second what has
 * changed, for all codes at once, so that nothing remembered is believed for more than two.
 */
type Known = {
  readonly codeKey: string;
  readonly owner: LinkOwner | null;
  /** Something of it has changed; it is believed only while nobody can be asked. */
  isStale: boolean;
  /** Who has no owner may get one, of which no news is sent. */
  readonly until: number;
};

const mostKnown = 20_000;
const ownerMs = 600_000;
const nobodyMs = 1500;
const askEveryMs = 1000;
const believedMs = 2000;
/** A change is seen when it is committed, which may be so much later than it was made. */
const overlapMs = 60_000;
/** Who has not asked for so long cannot know what was forgotten meanwhile. */
const longestSilenceMs = 300_000;
const newsTimeoutMs = 2000;

const known = new Map<string, Known>();
const asking = new Map<string, Promise<Known>>();
/** When a change was made that is known already, by shop and code. */
const heard = new Map<string, number>();
let askedAt = Number.NEGATIVE_INFINITY;
let databaseTime: Date | null = null;
let news: Promise<void> | null = null;
/** Grows whenever something changed: what was read meanwhile may be older than that. */
let changes = 0;

/**
 * Learns the newest codes before the first click comes, so that a process which starts while the database is slow does
 * not have to ask for each, and which shop is the only one, where links lead that name none. Nothing is wrong where that
 * fails.
 */
export async function learnLinks(): Promise<void> {
  try {
    await hearNews(Number.POSITIVE_INFINITY);
    await knownStorefront(null, Number.POSITIVE_INFINITY);
    const begunAt = changes;
    const owners = await newestLinkOwners(mostKnown / 2);
    if (owners.length < mostKnown / 2) learnFirst(owners);
    for (const { codeKey, ...owner } of owners) {
      const isStale = changes !== begunAt;
      remember(keyOf(codeKey, owner.domain), { codeKey, owner, isStale, until: uptimeMs() + ownerMs });
    }
  } catch (error) {
    noteDatabaseAway(error);
  }
}

/**
 * Of all codes of shops that have the app: whose a link is that names no shop, for as long as nobody can be asked. It is
 * who had the code first, and the oldest come last.
 */
function learnFirst(newestFirst: Awaited<ReturnType<typeof newestLinkOwners>>): void {
  for (const { codeKey, ...owner } of newestFirst) {
    remember(keyOf(codeKey, null), { codeKey, owner, isStale: true, until: 0 });
  }
}

/** What is known of a code while nobody has to be asked about it, nor about the news; undefined where somebody has. */
export function recalledLink(codeKey: string, shopDomain: string | null): LinkOwner | null | undefined {
  return uptimeMs() - askedAt < askEveryMs ? freshOf(known.get(keyOf(codeKey, shopDomain))) : undefined;
}

function freshOf(remembered: Known | undefined): LinkOwner | null | undefined {
  return remembered && !remembered.isStale && remembered.until > uptimeMs() ? remembered.owner : undefined;
}

/** The owner of a code; null where nobody has it; undefined where it is not known and the database is away. */
export async function knownLink(
  codeKey: string,
  shopDomain: string | null,
  patienceMs: number,
): Promise<LinkOwner | null | undefined> {
  const key = keyOf(codeKey, shopDomain);
  const deadline = uptimeMs() + patienceMs;
  if (!isDatabaseAway()) await hearNews(patienceMs);
  const fresh = freshOf(known.get(key));
  if (fresh !== undefined) return fresh;
  // Who had nobody a while ago may have somebody by now, so only owners are believed then.
  if (isDatabaseAway()) return believedLink(codeKey, shopDomain);
  try {
    return (await within(ask(key, codeKey, shopDomain), deadline - uptimeMs())).owner;
  } catch (error) {
    noteDatabaseAway(error);
    return believedLink(codeKey, shopDomain);
  }
}

/** What was known of a shop's code last, however old it is: for who cannot wait. Undefined where nobody had it. */
export function believedLink(codeKey: string, shopDomain: string | null): LinkOwner | undefined {
  return known.get(keyOf(codeKey, shopDomain))?.owner ?? undefined;
}

function keyOf(codeKey: string, shopDomain: string | null): string {
  return `${shopDomain ?? ""} ${codeKey}`;
}

/** Many who ask for the same code at once share one query. */
function ask(key: string, codeKey: string, shopDomain: string | null): Promise<Known> {
  const under = asking.get(key);
  if (under) return under;
  const begunAt = changes;
  const asked = findLinkOwner(codeKey, shopDomain)
    .then((owner) => {
      const until = uptimeMs() + (owner ? ownerMs : nobodyMs);
      const found: Known = { codeKey, owner, isStale: changes !== begunAt, until };
      remember(key, found);
      return found;
    })
    .finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

function remember(key: string, found: Known): void {
  known.delete(key);
  known.set(key, found);
  if (known.size <= mostKnown) return;
  const oldest = known.keys().next().value;
  if (oldest !== undefined) known.delete(oldest);
}

/** Waits only where what is known is older than it may be; otherwise the next clicks learn what is asked now. */
async function hearNews(patienceMs: number): Promise<void> {
  const age = uptimeMs() - askedAt;
  if (age < askEveryMs) return;
  news ??= askForNews().finally(() => (news = null));
  if (age < believedMs) return void news.catch(noteDatabaseAway);
  await within(news, patienceMs).catch(noteDatabaseAway);
}

async function askForNews(): Promise<void> {
  const begun = uptimeMs();
  const since = databaseTime ?? now();
  const { changes: told, at } = await linkNewsSince(new Date(since.getTime() - overlapMs), newsTimeoutMs);
  const isTooLate = begun - askedAt > longestSilenceMs;
  if (told === null || isTooLate) staleAll();
  else staleWhatChanged(told);
  databaseTime = at;
  askedAt = begun;
}

function staleAll(): void {
  if (known.size > 0) changes += 1;
  for (const one of known.values()) one.isStale = true;
}

const nameOf = (change: LinkChange): string => `${change.shopId} ${change.codeKey}`;

function staleWhatChanged(told: readonly LinkChange[]): void {
  // Not only later ones: of two changes at once, the one that waited for the other may be dated before it.
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
