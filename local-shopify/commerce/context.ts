import type { ShopCommerce } from "./shop-commerce.ts";

/**
 * The commerce half's view of the platform half. Order maths, storefront and admin pages can be tested against a
 * small one of their own.
 */
export interface CommerceContext {
  /** The commerce state of a shop, or undefined for a domain the platform does not know. */
  commerce(shopDomain: string): ShopCommerce | undefined;
  /** Runs a change of the state and has it written to disk afterwards. */
  mutate<T>(change: () => T): T;
  /** The next platform-wide id, a large number as the real platform gives. */
  nextId(): number;
  now(): Date;
  /** Queues one webhook for every subscription of the topic; deliveries of one action share the event id. */
  emit(shopDomain: string, topic: string, payload: unknown, options: { eventId: string }): void;
  /** Settings of the app's web pixel, as JSON text, where the app has switched it on; else null. */
  pixelSettings(shopDomain: string): string | null;
  /** Origin of the local platform, without a slash at the end. */
  readonly url: string;
  /** API key of the app, which theme extensions are addressed by. */
  readonly apiKey: string;
  /** Folder that holds the app's extensions. */
  readonly extensionsDir: string;
}

/** The commerce state of a shop that must exist. Throws for an unknown domain. */
export function getCommerce(ctx: CommerceContext, shopDomain: string): ShopCommerce {
  const commerce = ctx.commerce(shopDomain);
  if (!commerce) throw new Error(`The local platform has no shop ${shopDomain}.`);
  return commerce;
}
