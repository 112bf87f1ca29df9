import { isbot } from "isbot";
import type { ClickId } from "#app/domain/ids.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { dayIn } from "#app/platform/clock.ts";
import { coalesce } from "#app/platform/coalesce.ts";
import { keyedHash } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/signed-click.server.ts";
import { findLinkOwner, findStorefront, type LinkOwner } from "#app/store/clicks.ts";
import { type KeptClick, keepClicks } from "./keep-clicks.ts";
import { storefrontLocation, storefrontRoot } from "./storefront-location.ts";

/** Someone followed an affiliate's link. */
export type IncomingClick = {
  readonly code: string;
  /** `to`, `s` (the shop), `sub`, and whatever else the link carried on. */
  readonly query: URLSearchParams;
  readonly userAgent: string;
  /** The visitor's address; it is hashed for a day's counting and kept nowhere. */
  readonly address: string;
  readonly referrer: string;
  /** A person who came to see; a preview or prefetch is kept as evidence and never counted. */
  readonly purpose: "visit" | "preview" | "look-only";
  readonly now: Date;
};

const longestCode = 64;
/** How long a process believes what it knows of a link, in milliseconds. */
const rememberedMs = 10_000;
const mostRemembered = 20_000;

const owners = new Map<string, { owner: LinkOwner; until: number }>();
const keep = coalesce<KeptClick, null>(keepClicks, { mostItems: 500, lanes: 2 });

/**
 * Records a click durably and answers where the visitor goes: the store, with the signed click behind the address.
 * A code that nobody has leads to the home page of the named shop; null when no shop is named either.
 */
export async function recordClick(click: IncomingClick): Promise<string | null> {
  const handle = click.query.get("s");
  const shopDomain = handle === null ? null : domainOf(handle);
  const owner = click.code.length <= longestCode ? await ownerOf(click, shopDomain) : null;
  const link = { to: click.query.get("to"), query: click.query };
  if (!owner) {
    const shop = shopDomain === null ? null : await findStorefront(db(), shopDomain);
    return shop && storefrontLocation(storefrontRoot(shop), { ...link, to: null, carried: {} }).href;
  }
  const root = storefrontRoot(owner);
  const carried: Record<string, string> = { ref: owner.code };
  const isKept = click.purpose !== "look-only" && owner.uninstalledAt === null;
  if (isKept) {
    const clickId = newId<ClickId>("clk", click.now);
    const { pathname } = storefrontLocation(root, { ...link, carried: {} });
    await keep(keptClick(click, { owner, clickId, target: pathname }));
    carried["aff_click"] = signClick(owner.shopId, clickId);
  }
  return storefrontLocation(root, { ...link, carried }).href;
}

async function ownerOf(click: IncomingClick, shopDomain: string | null): Promise<LinkOwner | null> {
  const codeKey = referralKey(click.code);
  const key = `${shopDomain ?? ""} ${codeKey}`;
  const at = click.now.getTime();
  const known = owners.get(key);
  if (known && known.until > at) return known.owner;
  const owner = isStorable(codeKey) ? await findLinkOwner(db(), codeKey, shopDomain) : null;
  if (owners.size >= mostRemembered) owners.clear();
  if (owner) owners.set(key, { owner, until: at + rememberedMs });
  return owner;
}

function keptClick(
  { userAgent, address, referrer, query, purpose, now }: IncomingClick,
  { owner, clickId, target }: { owner: LinkOwner; clickId: ClickId; target: string },
): KeptClick {
  const day = dayIn(owner.timeZone, now);
  return {
    day,
    currency: owner.currency,
    visitorHash: keyedHash("visitor", `${owner.shopId} ${day} ${address} ${userAgent}`),
    click: {
      shopId: owner.shopId,
      clickId,
      occurredAt: now,
      affiliateId: owner.affiliateId,
      target: target.slice(0, 500),
      referrerHost: (URL.parse(referrer)?.host ?? "").slice(0, 253),
      subId: subIdOf(query.get("sub")),
      bot: purpose === "preview" || userAgent === "" || isbot(userAgent),
    },
  };
}

function subIdOf(text: string | null): string {
  return text !== null && isStorable(text) ? text.slice(0, 64) : "";
}

function domainOf(handle: string): string | null {
  return /^[a-z0-9][a-z0-9-]{0,99}$/i.test(handle) ? `${handle.toLowerCase()}.myshopify.com` : null;
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
