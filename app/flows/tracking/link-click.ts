import { isbot } from "isbot";
import { adClicksOf, keptAdClicks } from "#app/domain/fraud/rules.ts";
import type { ClickId } from "#app/domain/ids.ts";
import { isStorable } from "#app/domain/plain.ts";
import { dayIn } from "#app/platform/clock.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import type { LinkOwner } from "#app/store/link-owners.ts";
import type { KeptClick } from "./keep-clicks.ts";
import { storefrontLocation, storefrontRoot, throughDiscount } from "./storefront-location.ts";

/** The part of a click that follows from its link and query. */
type LinkedClick = {
  /** The page of the store, without its query. */
  readonly target: string;
  readonly subId: string;
  readonly adClick: string;
  /** The visitor's target address, in pieces between which the click's signed id goes. */
  readonly pieces: readonly string[];
};

/** A placeholder for the signed id. It is random, so nobody outside can have written it. */
const gap = randomToken();
/** Cache by link and query, because links are mostly followed with the same query. */
const prepared = new WeakMap<LinkOwner, Map<string, LinkedClick>>();
const mostPrepared = 8;
const longestPrepared = 300;

/**
 * True if clicks count: the affiliate is not suspended or declined, the link is active, and the shop has the
 * app.
 */
export function isLive(owner: LinkOwner): boolean {
  const isShut = owner.affiliateStatus === "suspended" || owner.affiliateStatus === "rejected";
  return owner.uninstalledAt === null && owner.linkStatus === "active" && !isShut;
}

/** The click for a link followed with this query. `search` has no question mark. */
export function linkedClick(owner: LinkOwner, search: string): LinkedClick {
  const known = prepared.get(owner)?.get(search);
  if (known) return known;
  const made = prepareLink(owner, new URLSearchParams(search));
  if (search.length > longestPrepared) return made;
  const ofOwner = prepared.get(owner) ?? new Map<string, LinkedClick>();
  if (ofOwner.size >= mostPrepared) ofOwner.clear();
  prepared.set(owner, ofOwner.set(search, made));
  return made;
}

function prepareLink(owner: LinkOwner, query: URLSearchParams): LinkedClick {
  const root = storefrontRoot(owner);
  const carried = { ref: owner.code, aff_click: gap };
  const location = storefrontLocation(root, {
    to: [query.get("to"), owner.target],
    query,
    defaults: Object.fromEntries(Object.entries(owner.utm).map(([name, value]) => [`utm_${name}`, value])),
    carried,
  });
  const { discountCode: code } = owner;
  const href = code === null ? location.href : throughDiscount(root, { location, code, carried }).href;
  const sub = query.get("sub");
  return {
    target: location.pathname.slice(0, 500),
    subId: sub !== null && sub !== "" && isStorable(sub) ? sub.slice(0, 64) : owner.subId,
    adClick: keptAdClicks(adClicksOf(query.keys())),
    pieces: href.split(gap),
  };
}

/**
 * Days end only on full minutes, so the day is cached per minute. Asking a calendar for each click costs more.
 */
const days = new Map<string, { readonly minute: number; readonly day: string }>();
const minuteMs = 60_000;

function localDay(timeZone: string, at: Date): string {
  const minute = Math.floor(at.getTime() / minuteMs);
  const known = days.get(timeZone);
  if (known?.minute === minute) return known.day;
  const day = dayIn(timeZone, at);
  days.set(timeZone, { minute, day });
  return day;
}

type FollowedClick = Omit<KeptClick["click"], "shopId" | "affiliateId" | "linkId"> & {
  readonly visitor: string;
};

/** The click in its stored form. */
export function keptClick(
  owner: LinkOwner,
  followed: FollowedClick & { readonly clickId: ClickId },
): KeptClick {
  return {
    day: localDay(owner.timeZone, followed.occurredAt),
    currency: owner.currency,
    visitor: followed.visitor,
    click: {
      shopId: owner.shopId,
      clickId: followed.clickId,
      occurredAt: followed.occurredAt,
      affiliateId: owner.affiliateId,
      target: followed.target,
      referrerHost: followed.referrerHost,
      subId: followed.subId,
      linkId: owner.linkId,
      source: followed.source,
      adClick: followed.adClick,
      bot: followed.bot,
    },
  };
}

/**
 * A visit by a person, a preview that is stored but never counted, or a look-only request that leaves no trace.
 */
export type VisitPurpose = "visit" | "preview" | "look-only";

/** Cache by browser. Checking one costs more than all other work for a click. */
const judged = new Map<string, boolean>();
const mostJudged = 5000;

/** True for crawlers, link previews of messengers, programs, and requests without a user agent. */
export function isBot(userAgent: string): boolean {
  if (userAgent === "") return true;
  const known = judged.get(userAgent);
  if (known !== undefined) return known;
  const bot = isbot(userAgent);
  if (judged.size >= mostJudged) judged.clear();
  judged.set(userAgent, bot);
  return bot;
}

/** The host of the referring page. '' if there is none. */
export function hostOf(referrer: string): string {
  return referrer === "" ? "" : (URL.parse(referrer)?.host ?? "").slice(0, 253);
}
