import type { AppConfig } from "./app-config.ts";
import type { ShopState, State, Store } from "./state.ts";

export interface EmitOptions {
  /** Shared by all the webhooks that one action of the merchant sets off; a new one when left out. */
  eventId?: string;
}

/** Everything the local platform's rooms need from each other; made once, by `startLocalShopify`. */
export interface LocalContext {
  readonly state: State;
  readonly mutate: Store["mutate"];
  readonly nextId: () => number;
  readonly now: () => Date;
  readonly store: Store;
  readonly app: AppConfig;
  /** Root of this server as browsers see it, without a final slash: `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Folder whose theme extensions the storefront embeds. */
  readonly extensionsDir: string;
  /** Queues a webhook for every subscription of the topic and returns at once. */
  readonly emitWebhook: (shop: string, topic: string, payload: object, options?: EmitOptions) => void;
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
