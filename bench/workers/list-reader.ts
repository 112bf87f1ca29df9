import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliates, type AffiliateListInput } from "#app/flows/affiliates/read-affiliates.ts";

/** Asks for each view of the list so many times. */
export type Reading = { readonly shopId: string; readonly domain: string; readonly times: number };

const first = { filter: {}, sort: "newest", page: 1, limit: 50 } as const;

/** The ways in which people look at the list. */
const views: readonly AffiliateListInput[] = [
  first,
  { ...first, page: 3 },
  { ...first, sort: "oldest" },
  { ...first, sort: "name" },
  { ...first, filter: { status: "pending" } },
  { ...first, filter: { search: "bench777" } },
  { ...first, filter: { search: "nobody has this" } },
];

/** Milliseconds that one view costs, on average over all views and a walk of some pages by cursor. */
async function read({ shopId, domain, times }: Reading): Promise<number> {
  const shop = { shopId: shopId as ShopId, domain, currency: "USD" };
  let pages = 0;
  const begun = performance.now();
  // One view after the other: what one costs is asked, not how many go at once.
  /* oxlint-disable no-await-in-loop */
  for (let time = 0; time < times; time += 1) {
    for (const view of views) {
      await readAffiliates(shop, view);
      pages += 1;
    }
    let after: AffiliateListInput["after"];
    for (let step = 0; step < 3; step += 1) {
      const found = await readAffiliates(shop, { ...first, after });
      if (isRefusal(found)) throw new Error(found.reason.code);
      after = found.next ?? undefined;
      pages += 1;
    }
  }
  /* oxlint-enable no-await-in-loop */
  return (performance.now() - begun) / pages;
}

process.on("message", (message) => {
  void read(message as Reading).then((ms) => process.send?.(ms));
});
process.once("disconnect", () => process.exit(0));
