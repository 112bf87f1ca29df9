import type { ClickId } from "#app/domain/ids.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { isStorable } from "#app/domain/plain.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { newId } from "#app/platform/ids.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { isSpentClick } from "#app/domain/program.ts";
import { openSignedClick, signClick } from "#app/platform/crypto.server.ts";
import { findImportedCode, type LinkOwner } from "#app/store/link-owners.ts";
import { keepClick } from "./follow-link.ts";
import { isDatabaseAway, noteDatabaseAway, visitorOf } from "./keep-clicks.ts";
import { knownLink } from "./known-links.ts";
import { hostOf, isBot, isLive, keptClick, linkedClick, type VisitPurpose } from "./link-click.ts";

/** A landing, reported by the storefront, whose address names an affiliate: a link that did not pass the app. */
export type IncomingVisit = {
  /** The shop in Shopify's signature. */
  readonly shopDomain: string;
  /** Path and query of the page as the shopper landed. */
  readonly landing: string;
  readonly referrer: string;
  readonly userAgent: string;
  /** The visitor's network address. It is hashed for the day's counting and not stored. */
  readonly address: string;
  readonly purpose: VisitPurpose;
  readonly now: Date;
  /** How long the visitor may wait for the database. Without a limit by default. */
  readonly patienceMs?: number;
};

const longestLanding = 2000;
const longestCode = 64;
const longestValue = 200;
const mostParameters = 30;

/**
 * Records the landing as a click and returns its signed id. Null if the address has no affiliate. Undefined if the
 * database is down and this is unknown; the storefront then reports it again on the next page. An address with a
 * genuine signed id was recorded already and returns that id, unless it is too old for any terms.
 */
export async function recordVisit(visit: IncomingVisit): Promise<string | null | undefined> {
  if (visit.purpose === "look-only" || visit.landing.length > longestLanding) return null;
  const url = URL.parse(visit.landing, "https://storefront.invalid/");
  if (!url) return null;
  const patienceMs = visit.patienceMs ?? Number.POSITIVE_INFINITY;
  const until = uptimeMs() + patienceMs;
  const half = patienceMs / 2;
  const owner = await visitOwner(visit.shopDomain, url.searchParams, half);
  if (owner === undefined) return undefined;
  if (!owner || !isLive(owner)) return null;
  const carried = url.searchParams.get("aff_click") ?? "";
  const before = openSignedClick(owner.shopId, carried);
  if (before && !isSpentClick(before.occurredAt, visit.now)) return carried;
  const clickId = newId<ClickId>("clk", visit.now);
  const { subId, adClick } = linkedClick(owner, url.search.slice(1));
  const kept = keptClick(owner, {
    clickId,
    occurredAt: visit.now,
    target: url.pathname.slice(0, 500),
    subId,
    adClick,
    referrerHost: hostOf(visit.referrer),
    source: "landing",
    visitor: visitorOf(visit.address, visit.userAgent),
    bot: visit.purpose === "preview" || isBot(visit.userAgent),
  });
  await keepClick({ kept, until });
  return signClick(owner.shopId, clickId);
}

async function visitOwner(
  shopDomain: string,
  query: URLSearchParams,
  patienceMs: number,
): Promise<LinkOwner | null | undefined> {
  const named = visitCodeKey(query.get("ref"));
  const owner = named === null ? null : await knownLink(named, shopDomain, patienceMs);
  if (owner !== null) return owner;
  const foreign = await importedLinkCode(shopDomain, query, patienceMs);
  return typeof foreign !== "string"
    ? foreign
    : await knownLink(referralKey(foreign), shopDomain, patienceMs);
}

function visitCodeKey(code: string | null): string | null {
  if (code === null || code === "" || code.length > longestCode || !isStorable(code)) return null;
  return referralKey(code);
}

async function importedLinkCode(
  shopDomain: string,
  query: URLSearchParams,
  patienceMs: number,
): Promise<string | null | undefined> {
  const parameters = [...query]
    .slice(0, mostParameters)
    .filter(([name, value]) => [name, value].every((text) => text.length <= longestValue && isStorable(text)))
    .map(([name, value]) => ({ parameter: name.toLowerCase(), valueKey: value.trim().toLowerCase() }));
  if (parameters.length === 0) return null;
  if (isDatabaseAway()) return undefined;
  try {
    return await within(findImportedCode(shopDomain, parameters), patienceMs);
  } catch (error) {
    noteDatabaseAway(error);
    return undefined;
  }
}
