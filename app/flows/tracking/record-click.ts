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

/** Someone followed an affiliate's link. */
type IncomingClick = {
  readonly code: string;
  /** `to`, `s` (the shop), `sub`, and whatever else the link carried on; as text without its question mark. */
  readonly query: URLSearchParams | string;
  readonly userAgent: string;
  /** The visitor's address; it is hashed for a day's counting and kept nowhere. */
  readonly address: string;
  readonly referrer: string;
  readonly purpose: VisitPurpose;
  readonly now: Date;
  /** How long the visitor may wait for the database; without it until it answers, or fails. */
  readonly patienceMs?: number;
};

const longestCode = 64;

/**
 * Records a click durably and answers where the visitor goes: the store, with the signed click behind the address.
 * Where the database cannot be asked in time, the click waits on the disk instead. A code that nobody has, or whose
 * link is paused, leads to the store's front page; null where no store can be told. Where none can be told yet, because
 * the database is away, the answer is relative to the link and begins with "?": there the visitor asks again.
 */
export async function recordClick(click: IncomingClick): Promise<string | null> {
  const patienceMs = click.patienceMs ?? Number.POSITIVE_INFINITY;
  const until = uptimeMs() + patienceMs;
  const half = patienceMs / 2;
  const codeKey = referralKey(click.code);
  const query = typeof click.query === "string" ? click.query : click.query.toString();
  const { search, waiting } = askedAgain(query, codeKey, click.now);
  const shopDomain = shopDomainIn(search);
  const isCode = codeKey !== "" && codeKey.length <= longestCode && isStorable(codeKey);
  // Nearly every click: what can be said at once is not waited for.
  const recalled = isCode ? recalledLink(codeKey, shopDomain) : null;
  const known = recalled === undefined ? await knownLink(codeKey, shopDomain, half) : recalled;
  const owner = known === undefined ? await lateOwner(codeKey, shopDomain) : known;
  if (owner === undefined) return await followUnknown(click, { codeKey, search, shopDomain }, waiting);
  if (owner === null) return await frontPage(shopDomain, search, half);
  if (!isLive(owner)) return locationOf(storefrontRoot(owner), { search });
  return await followLink(owner, click, { search, waiting, until });
}

type Followed = { readonly search: string; readonly waiting: string | null; readonly until: number };

async function followLink(owner: LinkOwner, click: IncomingClick, followed: Followed): Promise<string> {
  const { search, waiting, until } = followed;
  if (click.purpose === "look-only") return previewLocation(owner, search);
  const linked = linkedClick(owner, search);
  // It is on the disk, or was stored from there meanwhile.
  if (waiting !== null) return linked.pieces.join(signClick(owner.shopId, waiting));
  const clickId = newId<ClickId>("clk", click.now);
  const kept = keptClick(owner, { ...linked, ...factsOf(click), clickId });
  // Signed while others gather, not when all of a batch are answered at once.
  const location = linked.pieces.join(signClick(owner.shopId, clickId));
  await keepClick({ kept, until });
  return location;
}

/** A link that names no shop is the only shop's, where it is known that there is one: what was known of its code is believed. */
async function lateOwner(codeKey: string, shopDomain: string | null): Promise<LinkOwner | undefined> {
  const only = shopDomain === null ? await knownStorefront(null, 0) : null;
  return only ? believedLink(codeKey, only.domain) : undefined;
}

function factsOf(click: IncomingClick) {
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
 * The database is away, and this process does not know the code: the click is resolved when it is stored. Where not
 * even the shop can be told, the visitor asks again, because any store might be the wrong one.
 */
async function followUnknown(
  click: IncomingClick,
  asked: UnknownClick,
  waiting: string | null,
): Promise<string> {
  const clickId = waiting ?? (await spoolUnknown(click, asked));
  const shop = await knownStorefront(asked.shopDomain, 0);
  if (!shop) return lookAgain(asked.search, asked.codeKey, clickId);
  const to = new URLSearchParams(asked.search).get("to");
  const carried = isReferralCode(click.code) ? { ref: click.code } : {};
  return locationOf(storefrontRoot(shop), { search: asked.search, to, carried });
}

/** Null for who only looks, and leaves nothing. */
async function spoolUnknown(click: IncomingClick, asked: UnknownClick): Promise<string | null> {
  if (click.purpose === "look-only") return null;
  const clickId = newId<ClickId>("clk", click.now);
  await spoolClicks([{ kind: "unknown", ...asked, ...factsOf(click), clickId }]);
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

/** Nobody came: what looks ahead is led like a visitor, and nothing is recorded. */
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

/** The shop that a link names by its handle. */
function shopDomainIn(search: string): string | null {
  const handle = /(?:^|&)s=([a-z0-9][a-z0-9-]{0,99})(?:&|$)/i.exec(search)?.[1];
  return handle === undefined ? null : `${handle.toLowerCase()}.myshopify.com`;
}

/**
 * Where no store can be told while the database is away, the visitor asks again in a moment. Their click waits on the
 * disk by then, and its id travels in the address, signed for the code, so that it is one click however often they ask.
 */
const askedAgainMark = /(^|&)aff_again=([^&]*)/g;
const longestWaitMs = 3_600_000;

type AskedAgain = {
  /** What the link carried, without the mark. */
  readonly search: string;
  /** The click that waits already; null for who comes for the first time. */
  readonly waiting: string | null;
};

/** What a link's query says of somebody who asked before; a mark of another code, or an old one, says nothing. */
function askedAgain(query: string, codeKey: string, now: Date): AskedAgain {
  if (!query.includes("aff_again=")) return { search: query, waiting: null };
  const [given] = [...query.matchAll(askedAgainMark)].map((found) => found[2] ?? "");
  const before = openSignedClick(askedAgainKey(codeKey), given ?? "");
  const isRecent = before !== null && Math.abs(now.getTime() - before.occurredAt.getTime()) <= longestWaitMs;
  return {
    search: query.replaceAll(askedAgainMark, "").replace(/^&/, ""),
    waiting: isRecent ? before.clickId : null,
  };
}

/** Where the same link is asked again, relative to it; without a mark where no click waits. */
function lookAgain(search: string, codeKey: string, waiting: string | null): string {
  if (waiting === null) return `?${search}`;
  return `?${search}${search === "" ? "" : "&"}aff_again=${signClick(askedAgainKey(codeKey), waiting)}`;
}

/** For whom the id is signed: no shop is called so, so that it counts nowhere before its store is known. */
function askedAgainKey(codeKey: string): string {
  return `again ${codeKey}`;
}

/** `until` is the last moment, on the clock of `uptimeMs`, to which the shopper waits for the database. */
type WaitingClick = { readonly kept: KeptClick; readonly until: number };

/**
 * Keeps a click together with those that come at the same time, in the database or, where that is away or slower than
 * the shopper's patience, on this machine's disk; it is durable when this resolves. Where the disk fails too, the loss
 * is counted and the shopper goes on: nothing here ever stands in their way. One write at a time: all clicks of a shop
 * raise its day's figures, so that a second one would wait for the first, holding a connection.
 */
export const keepClick = coalesce<WaitingClick, null>(keepOrSpool, {
  mostItems: 500,
  lanes: 1,
  gather: { items: 16, turns: 2 },
});

async function keepOrSpool(waiting: readonly WaitingClick[]): Promise<null[]> {
  const clicks = waiting.map((one) => one.kept);
  if (!(await areKept(clicks, Math.min(...waiting.map((one) => one.until)) - uptimeMs()))) {
    await spoolClicks(clicks.map((one) => ({ kind: "kept", ...one })));
  }
  return waiting.map(() => null);
}

async function areKept(clicks: readonly KeptClick[], patienceMs: number): Promise<boolean> {
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
