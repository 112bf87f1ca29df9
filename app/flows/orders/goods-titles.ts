import type { NamedGoods, TitleOf } from "#app/domain/terms/named-goods.ts";
import { findGoods } from "#app/gateways/shopify/goods.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/patience.ts";

/** Titles as the platform told them, of each shop; null for what it does not have, or could not be asked about. */
const known = new Map<string, { readonly title: string | null; readonly until: number }>();
const mostKnown = 20_000;
const believedMs = 600_000;
const unknownMs = 60_000;
/** A page waits no longer for a title: it has the number. */
const patienceMs = 1500;

/**
 * The titles of goods: remembered ones, and the platform is asked once for all others. What it cannot tell in time has
 * none. Never inside a transaction.
 */
export async function titlesOf(shopDomain: string, named: readonly NamedGoods[]): Promise<TitleOf> {
  const asked = named.filter((one) => (known.get(keyOf(shopDomain, one))?.until ?? 0) <= uptimeMs());
  if (asked.length > 0) {
    try {
      await within(learn(shopDomain, asked), patienceMs);
    } catch (error) {
      log.warn("The titles of goods could not be asked for", { shop: shopDomain, ...describeError(error) });
      for (const one of asked) remember(keyOf(shopDomain, one), null, unknownMs);
    }
  }
  return (kind, id) => known.get(keyOf(shopDomain, { kind, id }))?.title ?? undefined;
}

async function learn(shopDomain: string, asked: readonly NamedGoods[]): Promise<void> {
  const found = await findGoods(shopDomain, asked);
  const titles = new Map(found.map((one) => [keyOf(shopDomain, one), one.title]));
  for (const one of asked) {
    const key = keyOf(shopDomain, one);
    remember(key, titles.get(key) ?? null, believedMs);
  }
}

function remember(key: string, title: string | null, forMs: number): void {
  if (known.size >= mostKnown) known.clear();
  known.set(key, { title, until: uptimeMs() + forMs });
}

function keyOf(shopDomain: string, { kind, id }: NamedGoods): string {
  return `${shopDomain} ${kind} ${id}`;
}
