import { uptimeMs } from "#app/platform/clock.ts";
import { within } from "#app/platform/coalesce.ts";
import { findStorefront, type Storefront } from "#app/store/link-owners.ts";
import { isDatabaseAway, noteDatabaseAway } from "./keep-clicks.ts";

/** Where shoppers go whose code nobody has; remembered for a moment, because wrong codes come in floods too. */
const known = new Map<string, { readonly shop: Storefront | null; readonly until: number }>();
const believedMs = 2000;
const mostKnown = 1000;

/**
 * The storefront of the named shop, or of the only one that has the app. Null where none can be told; while the
 * database is away, what was known before.
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

/** Shops that were named, which anybody can make up; which one is the only one stays known. */
function forgetChangedStorefronts(): void {
  for (const key of known.keys()) if (key !== "") known.delete(key);
}

/** A shop's own domain always leads to it. */
function unreadStorefront(domain: string | null): Storefront | null {
  return domain === null ? null : { domain, storefrontUrl: null };
}
