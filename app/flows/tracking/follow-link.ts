import type { ClickId } from "#app/domain/ids.ts";
import { isStorable } from "#app/domain/plain.ts";
import { isReferralCode, referralKey } from "#app/domain/referral-code.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { coalesce, within } from "#app/platform/coalesce.ts";
import { isRefusedValue } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openSignedClick, signClick } from "#app/platform/crypto.server.ts";
import type { LinkOwner } from "#app/store/link-owners.ts";
import { isDatabaseAway, keepNewClicks, type KeptClick, noteDatabaseAway, visitorOf } from "./keep-clicks.ts";
import { believedLink, knownLink, recalledLink } from "./known-links.ts";
import { knownStorefront } from "./known-storefronts.ts";
import { hostOf, isBot, isLive, keptClick, linkedClick, type VisitPurpose } from "./link-click.ts";
import { spoolClicks } from "./store-spooled.ts";
import { storefrontLocation, storefrontRoot } from "./storefront-location.ts";

/** A visit through an affiliate's link. */
type IncomingClick = {
  readonly code: string;
  /** `to`, `s` (the shop), `sub`, and all other parameters of the link. As text without its question mark. */
  readonly query: URLSearchParams | string;
  readonly userAgent: string;
  /** The visitor's network address. It is hashed for the day's counting and not stored. */
  readonly address: string;
  readonly referrer: string;
  readonly purpose: VisitPurpose;
  readonly now: Date;
  /** How long the visitor may wait for the database. Without a limit by default. */
  readonly patienceMs?: number;
};

const longestCode = 64;

/**
 * Records a click durably and returns the visitor's target: the store, with the signed click in the address. If
 * the database does not answer in time, the click waits on disk instead. An unknown code or a paused link leads
 * to the store's home page. Null if there is no store to lead to. If the store is not known yet because the
 * database is down, the target is relative to the link and begins with "?", so that the browser retries.
 */
export async function recordClick(click: IncomingClick): Promise<string | null> {
  const patienceMs = click.patienceMs ?? Number.POSITIVE_INFINITY;
  const until = uptimeMs() + patienceMs;
  const half = patienceMs / 2;
  const codeKey = referralKey(click.code);
  const query = typeof click.query === "string" ? click.query : click.query.toString();
  const { search, waiting } = repeatedRequest(query, codeKey, click.now);
  const shopDomain = shopDomainIn(search);
  const isCode = codeKey !== "" && codeKey.length <= longestCode && isStorable(codeKey);
  // Nearly every click takes this path, so nothing is awaited that is known already.
  const recalled = isCode ? recalledLink(codeKey, shopDomain) : null;
  const known = recalled === undefined ? await knownLink(codeKey, shopDomain, half) : recalled;
  const owner = known === undefined ? await lateOwner(codeKey, shopDomain) : known;
  if (owner === undefined) return await followUnknown(click, { codeKey, search, shopDomain }, waiting);
  if (owner === null) return await frontPage(shopDomain, search, half);
  if (!isLive(owner)) return locationOf(storefrontRoot(owner), { search });
  return await followLink(owner, click, { search, waiting, until });
}

type FollowedLink = { readonly search: string; readonly waiting: string | null; readonly until: number };

async function followLink(owner: LinkOwner, click: IncomingClick, followed: FollowedLink): Promise<string> {
  const { search, waiting, until } = followed;
  if (click.purpose === "look-only") return previewLocation(owner, search);
  const linked = linkedClick(owner, search);
  // The click is on the disk, or was stored from there meanwhile.
  if (waiting !== null) return linked.pieces.join(signClick(owner.shopId, waiting));
  const clickId = newId<ClickId>("clk", click.now);
  const kept = keptClick(owner, { ...linked, ...clickFacts(click), clickId });
  // Signs while the batch gathers, not when all of it is answered at once.
  const location = linked.pieces.join(signClick(owner.shopId, clickId));
  await keepClick({ kept, until });
  return location;
}

/** The owner of a link without a shop name, if there is only one shop and its code is cached. */
async function lateOwner(codeKey: string, shopDomain: string | null): Promise<LinkOwner | undefined> {
  const only = shopDomain === null ? await knownStorefront(null, 0) : null;
  return only ? believedLink(codeKey, only.domain) : undefined;
}

function clickFacts(click: IncomingClick) {
  return {
    occurredAt: click.now,
    referrerHost: hostOf(click.referrer),
    source: "link" as const,
    visitor: visitorOf(click.address, click.userAgent),
    bot: click.purpose === "preview" || isBot(click.userAgent),
  };
}

type UnknownClick = {
  readonly codeKey: string;
  readonly search: string;
  readonly shopDomain: string | null;
};

/**
 * Handles a code that this process does not know while the database is down: the click is resolved when it is
 * stored. If the shop is unknown too, the browser retries, because any store might be the wrong one.
 */
async function followUnknown(
  click: IncomingClick,
  asked: UnknownClick,
  waiting: string | null,
): Promise<string> {
  const clickId = waiting ?? (await spoolUnknown(click, asked));
  const shop = await knownStorefront(asked.shopDomain, 0);
  if (!shop) return retryLocation(asked.search, asked.codeKey, clickId);
  const to = new URLSearchParams(asked.search).get("to");
  const carried = isReferralCode(click.code) ? { ref: click.code } : {};
  return locationOf(storefrontRoot(shop), { search: asked.search, to, carried });
}

/** Null for look-only visits, which leave no trace. */
async function spoolUnknown(click: IncomingClick, asked: UnknownClick): Promise<string | null> {
  if (click.purpose === "look-only") return null;
  const clickId = newId<ClickId>("clk", click.now);
  await spoolClicks([{ kind: "unknown", ...asked, ...clickFacts(click), clickId }]);
  return clickId;
}

async function frontPage(
  shopDomain: string | null,
  search: string,
  patienceMs: number,
): Promise<string | null> {
  const shop = await knownStorefront(shopDomain, patienceMs);
  const any = shop ?? (shopDomain === null ? null : await knownStorefront(null, patienceMs));
  return any && locationOf(storefrontRoot(any), { search });
}

/** Leads a look-only visit on like a visitor, and records nothing. */
function previewLocation(owner: LinkOwner, search: string): string {
  const [first = "", ...rest] = linkedClick(owner, search).pieces;
  return [first, ...rest].join("").replaceAll(/(?:&|%26)aff_click(?:=|%3D)/g, "");
}

function locationOf(
  root: string,
  link: { search: string; to?: string | null; carried?: Readonly<Record<string, string>> },
): string {
  const { search, to = null, carried = {} } = link;
  return storefrontLocation(root, { to: [to], query: new URLSearchParams(search), carried }).href;
}

/** The shop in the link's `s` parameter. */
function shopDomainIn(search: string): string | null {
  const handle = /(?:^|&)s=([a-z0-9][a-z0-9-]{0,99})(?:&|$)/i.exec(search)?.[1];
  return handle === undefined ? null : `${handle.toLowerCase()}.myshopify.com`;
}

/**
 * If no store is known because the database is down, the visitor's browser retries in a moment. The click then
 * waits on the disk, and its id travels in the address, signed for the code, so it is one click however often
 * the browser retries.
 */
const askedAgainMark = /(^|&)aff_again=([^&]*)/g;
const longestWaitMs = 3_600_000;

type RepeatedRequest = {
  /** The link's query without the mark. */
  readonly search: string;
  /** The id of the click that waits already. Null on the first visit. */
  readonly waiting: string | null;
};

/** Reads the mark from a link's query. Ignores marks of another code and old ones. */
function repeatedRequest(query: string, codeKey: string, now: Date): RepeatedRequest {
  if (!query.includes("aff_again=")) return { search: query, waiting: null };
  const [given] = [...query.matchAll(askedAgainMark)].map((found) => found[2] ?? "");
  const before = openSignedClick(retryParameterOf(codeKey), given ?? "");
  const isRecent = before !== null && Math.abs(now.getTime() - before.occurredAt.getTime()) <= longestWaitMs;
  return {
    search: query.replaceAll(askedAgainMark, "").replace(/^&/, ""),
    waiting: isRecent ? before.clickId : null,
  };
}

/** The address for a retry, relative to the link. Without a mark if no click waits. */
function retryLocation(search: string, codeKey: string, waiting: string | null): string {
  if (waiting === null) return `?${search}`;
  return `?${search}${search === "" ? "" : "&"}aff_again=${signClick(retryParameterOf(codeKey), waiting)}`;
}

/** The signer of the id. No shop has this name, so the id counts nowhere until its store is known. */
function retryParameterOf(codeKey: string): string {
  return `again ${codeKey}`;
}

/** `until` is the last moment, on the clock of `uptimeMs`, to which the shopper waits for the database. */
type WaitingClick = { readonly kept: KeptClick; readonly until: number };

/**
 * Stores a click together with simultaneous ones in the database, or on this machine's disk if the database is down
 * or slower than the shopper's patience. It is durable once this resolves. If the disk fails too, the loss is counted
 * and the shopper goes on. Writes run one at a time: all clicks of a shop raise its day's figures, so a second write
 * would wait for the first while holding a connection.
 */
export const keepClick = coalesce<WaitingClick, null>(keepOrSpool, {
  mostItems: 500,
  lanes: 1,
  gather: { items: 16, turns: 2 },
});

async function keepOrSpool(waiting: readonly WaitingClick[]): Promise<null[]> {
  const clicks = waiting.map((one) => one.kept);
  if (!(await keptWithin(clicks, Math.min(...waiting.map((one) => one.until)) - uptimeMs()))) {
    await spoolClicks(clicks.map((one) => ({ kind: "kept", ...one })));
  }
  return waiting.map(() => null);
}

async function keptWithin(clicks: readonly KeptClick[], patienceMs: number): Promise<boolean> {
  if (isDatabaseAway() || patienceMs < 1) return false;
  try {
    await within(keepNewClicks(clicks), patienceMs);
    return true;
  } catch (error) {
    // It may still be kept later: a click is stored once, whoever stores it first.
    if (isRefusedValue(error)) log.error("Clicks were refused", describeError(error));
    else noteDatabaseAway(error);
    return false;
  }
}
