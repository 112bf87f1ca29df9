import { followScopesUpdate } from "#app/flows/shops/follow-platform.ts";
import { storeCreditScopes } from "#app/domain/payouts/credit-scopes.ts";
import { installApp } from "../../../local-shopify/installation.ts";
import type { LocalShopify } from "../../../local-shopify/server.ts";
import { install, makeBrowser } from "../../support/browser.ts";
import { addPlatformShop, startPlatform } from "../../support/local-platform.ts";
import { makePayees, type PayeeShop } from "../../support/planned-payouts.ts";

/** A store on the local platform with its customers, of whom each is an affiliate; and a clock of the app's own. */
export type CreditWorld = {
  readonly platform: LocalShopify;
  readonly shop: PayeeShop;
  readonly clock: { now: Date };
  readonly close: () => Promise<void>;
};

const firstCustomer = 7_000_000;

export async function startCreditWorld(count: number): Promise<CreditWorld> {
  const platform = await startPlatform();
  const shop = await makePayees(count, (index) => {
    const customerId = String(firstCustomer + index);
    return { kind: "store-credit", customerId, email: `c${index}@shop.example` };
  });
  const there = addPlatformShop(platform);
  platform.ctx.mutate((state) => {
    delete state.shops[there.domain];
    const [model] = there.customers;
    if (!model) throw new Error("The platform's shop has no customer.");
    const customers = Array.from({ length: count }, (_, index) => ({
      ...structuredClone(model),
      id: firstCustomer + index,
      email: `c${index}@shop.example`,
    }));
    state.shops[shop.domain] = { ...there, domain: shop.domain, customers };
  });
  await install(makeBrowser(), shop.domain);
  const made = platform.ctx.state.shops[shop.domain];
  if (!made) throw new Error("The shop was not made.");
  const scopes = [...(made.installation?.scopes ?? []), ...storeCreditScopes];
  installApp(platform.ctx, made, scopes);
  await followScopesUpdate(shop.shopId, scopes);
  return { platform, shop, clock: { now: new Date() }, close: () => platform.close() };
}

/** What the platform's own books say each customer was credited, in minor units, credit by credit. */
export function creditsOf({ platform, shop }: CreditWorld): Map<string, bigint[]> {
  const books = platform.ctx.state.shops[shop.domain]?.storeCredit;
  const owners = new Map(books?.accounts.map((one) => [one.id, String(one.customerId)]));
  const credits = new Map<string, bigint[]>();
  for (const one of books?.transactions ?? []) {
    const owner = owners.get(one.accountId) ?? "";
    if (one.kind !== "credit") continue;
    credits.set(owner, [...(credits.get(owner) ?? []), BigInt(one.amount.replace(".", ""))]);
  }
  return credits;
}

const stamped = new WeakMap<CreditWorld, number>();

/** The platform's clock is the machine's, by which its tokens end: what it booked since is told to be of this moment. */
export function stampCredits(world: CreditWorld): void {
  const { platform, shop, clock } = world;
  platform.ctx.mutate((state) => {
    const transactions = state.shops[shop.domain]?.storeCredit?.transactions ?? [];
    const createdAt = clock.now.toISOString();
    for (const one of transactions.slice(stamped.get(world) ?? 0)) one.createdAt = createdAt;
    stamped.set(world, transactions.length);
  });
}
