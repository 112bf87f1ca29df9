import { certainlyOverMs } from "#app/domain/payouts/request.ts";
import { followScopesUpdate } from "#app/flows/shops/follow-platform.ts";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { bucketSize, takePoints } from "../../../local-shopify/graphql/cost.ts";
import { installApp } from "../../../local-shopify/installation.ts";
import type { LocalShopify } from "../../../local-shopify/server.ts";
import { install, makeBrowser } from "../../support/browser.ts";
import type { Chance } from "../../histories/random.ts";
import { addPlatformShop, startPlatform } from "../../support/local-platform.ts";
import { makePayees, type PayeeShop } from "../../support/planned-payouts.ts";

/** A store on the local platform with its customers, of whom each is an affiliate; and a clock of the app's own. */
export type CreditWorld = {
  readonly platform: LocalShopify;
  readonly shop: PayeeShop;
  readonly clock: { now: Date };
  readonly late: LateCredits;
  readonly close: () => Promise<void>;
};

/** Credits that the platform works on only after the app heard that the connection broke. */
export type LateCredits = {
  /** How many of the next ones are late. */
  next: number;
  readonly waiting: { readonly since: Date; readonly arrive: () => Promise<unknown> }[];
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
  const clock = { now: new Date() };
  const late: LateCredits = { next: 0, waiting: [] };
  const endLate = makeCreditsLate(late, clock);
  const close = async () => {
    endLate();
    await platform.close();
  };
  return { platform, shop, clock, late, close };
}

function makeCreditsLate(late: LateCredits, clock: CreditWorld["clock"]): () => void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const isCredit = typeof init?.body === "string" && init.body.includes("storeCreditAccountCredit(");
    if (late.next === 0 || !isCredit) return realFetch(input, init);
    late.next -= 1;
    // The answer is lost, and the platform may give none.
    const arrive = () =>
      realFetch(input, { ...init, signal: AbortSignal.timeout(1000) }).catch(() => undefined);
    late.waiting.push({ since: clock.now, arrive });
    return Promise.reject(new TypeError("The connection broke."));
  };
  return () => {
    globalThis.fetch = realFetch;
  };
}

/** Lets late credits arrive: those that would be later than any call of the app, and some others. */
export async function letArrive(
  { late }: CreditWorld,
  { before, chance }: { readonly before: Date; readonly chance: Chance },
): Promise<void> {
  for (const one of late.waiting.splice(0)) {
    const isDue = before.getTime() - one.since.getTime() >= certainlyOverMs;
    if (isDue || chance.is(0.3)) await one.arrive();
    else late.waiting.push(one);
  }
}

type Credit = { readonly minor: bigint; readonly at: Date };

/** Each customer's credits, one by one, from the platform's own books. */
export function creditsOf({ platform, shop }: CreditWorld): Map<string, Credit[]> {
  const books = platform.ctx.state.shops[shop.domain]?.storeCredit;
  const owners = new Map(books?.accounts.map((one) => [one.id, String(one.customerId)]));
  const credits = new Map<string, Credit[]>();
  for (const one of books?.transactions ?? []) {
    const owner = owners.get(one.accountId) ?? "";
    if (one.kind !== "credit") continue;
    const credit = { minor: BigInt(one.amount.replace(".", "")), at: new Date(one.createdAt) };
    credits.set(owner, [...(credits.get(owner) ?? []), credit]);
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

/** The platform restores an app's points by the machine's clock. In a minute of the app's they are all there again. */
export function refillPoints({ platform, shop }: CreditWorld): void {
  const there = platform.ctx.state.shops[shop.domain];
  if (there) takePoints(there, -bucketSize);
}
