import type { AppConfig } from "./app-config.ts";
import type { CommerceContext } from "./commerce/context.ts";
import type { ShopState, State, Store } from "./state.ts";

/** Shared state and functions of the local platform's folders; `startLocalShopify` makes it once. */
export interface LocalContext extends CommerceContext {
  readonly state: State;
  readonly store: Store;
  readonly mutate: Store["mutate"];
  readonly app: AppConfig;
  /** Sends a logged delivery once more under its webhook id; false when the log has lost it. */
  readonly resend: (deliveryId: string) => boolean;
}

/** The shop of that domain, or null where the platform has none. */
export function findShop(ctx: LocalContext, domain: string): ShopState | null {
  return ctx.state.shops[domain] ?? null;
}

/** The shop that the admin knows by its short name: `demo-store`. */
export function findShopByName(ctx: LocalContext, name: string): ShopState | null {
  return findShop(ctx, `${name}.myshopify.com`);
}

/** `demo-store.myshopify.com` → `demo-store`. */
export function shopName(domain: string): string {
  return domain.replace(/\.myshopify\.com$/, "");
}
