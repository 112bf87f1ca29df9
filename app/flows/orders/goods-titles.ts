import type { NamedGoods, TitleOf } from "#app/domain/terms/condition.ts";
import { findGoods } from "#app/gateways/shopify/goods.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { within } from "#app/platform/coalesce.ts";
import { describeError, log } from "#app/platform/log.server.ts";

/** Titles from Shopify, by shop and id. Null if the store has no such goods, or could not be asked. */
const known = new Map<string, { readonly title: string | null; readonly until: number }>();
const mostKnown = 20_000;
const believedMs = 600_000;
const unknownMs = 60_000;
/** A page waits this long for titles, because it can show the number. */
const patienceMs = 1500;

/**
 * Titles of goods, from the cache and with one request for all others. Titles that take too long are missing. Never
 * call it inside a transaction.
 */
export async function titlesOf(shopDomain: string, named: readonly NamedGoods[]): Promise<TitleOf> {
  const asked = named.filter((one) => (known.get(goodsKey(shopDomain, one))?.until ?? 0) <= uptimeMs());
  if (asked.length > 0) {
    try {
      await within(requestTitles(shopDomain, asked), patienceMs);
    } catch (error) {
      log.warn("The titles of goods could not be asked for", { shop: shopDomain, ...describeError(error) });
      for (const one of asked) rememberTitle(goodsKey(shopDomain, one), null, unknownMs);
    }
  }
  return (kind, id) => known.get(goodsKey(shopDomain, { kind, id }))?.title ?? undefined;
}

async function requestTitles(shopDomain: string, asked: readonly NamedGoods[]): Promise<void> {
  const found = await findGoods(shopDomain, asked);
  const titles = new Map(found.map((one) => [goodsKey(shopDomain, one), one.title]));
  for (const one of asked) {
    const key = goodsKey(shopDomain, one);
    rememberTitle(key, titles.get(key) ?? null, believedMs);
  }
}

function rememberTitle(key: string, title: string | null, forMs: number): void {
  if (known.size >= mostKnown) known.clear();
  known.set(key, { title, until: uptimeMs() + forMs });
}

function goodsKey(shopDomain: string, { kind, id }: NamedGoods): string {
  return `${shopDomain} ${kind} ${id}`;
}
