import { uptimeMs } from "#app/platform/clock.ts";
import { within } from "#app/platform/coalesce.ts";
import { findStorefront, type Storefront } from "#app/store/link-owners.ts";
import { isDatabaseAway, noteDatabaseAway } from "./keep-clicks.ts";

/** Storefronts for clicks with unknown codes, cached briefly, because wrong codes come in floods too. */
const known = new Map<string, { readonly shop: Storefront | null; readonly until: number }>();
const believedMs = 2000;
const mostKnown = 1000;

/**
 * The storefront of the named shop, or of the only one that has the app. Null if there is none. While the database is
 * down, the cached one.
 */
export async function knownStorefront(
  shopDomain: string | null,
  patienceMs: number,
): Promise<Storefront | null> {
  const key = shopDomain ?? "";
  const remembered = known.get(key);
  if (remembered && (remembered.until > uptimeMs() || isDatabaseAway())) return remembered.shop;
  if (isDatabaseAway()) return unreadStorefront(shopDomain);
  try {
    const shop = await within(findStorefront(shopDomain), patienceMs);
    if (known.size >= mostKnown) forgetChangedStorefronts();
    known.set(key, { shop, until: uptimeMs() + believedMs });
    return shop;
  } catch (error) {
    noteDatabaseAway(error);
    return remembered?.shop ?? unreadStorefront(shopDomain);
  }
}

/** Drops cached shops that links named, because anybody can make up names. The only shop stays cached. */
function forgetChangedStorefronts(): void {
  for (const key of known.keys()) if (key !== "") known.delete(key);
}

/** A shop's own domain always leads to its storefront. */
function unreadStorefront(domain: string | null): Storefront | null {
  return domain === null ? null : { domain, storefrontUrl: null };
}
