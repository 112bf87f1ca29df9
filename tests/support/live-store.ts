import { processDeliveries, type Refetch } from "#app/flows/intake/process-deliveries.ts";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { proveOrders } from "#app/flows/intake/prove-orders.ts";
import { refetchOrder } from "#app/flows/intake/refetch-order.ts";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { placeOrder, type OrderRequest } from "../../local-shopify/commerce/place-order.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import type { Delivery } from "../../local-shopify/state.ts";
import { install, makeBrowser } from "./browser.ts";
import { read, signedHeaders } from "./inbox.ts";
import { addPlatformShop } from "./local-platform.ts";
import { makeSellingShop } from "./selling-shop.ts";

/** A shop that is on the local platform and in the app's books: what is sold there is told and asked for real. */
export async function openStore(platform: LocalShopify, terms: Partial<ProgramTerms> = {}) {
  const selling = await makeSellingShop({ terms });
  const shop = { ...addPlatformShop(platform), domain: selling.domain };
  shop.settings.taxRateBps = 0;
  shop.settings.shippingOptions = [{ code: "free", title: "Free", price: "0.00" }];
  platform.ctx.mutate((state) => {
    state.shops[selling.domain] = shop;
    // The test carries the post itself, in the order that it wants.
    state.switches.drop = true;
  });
  await install(makeBrowser(), selling.domain);
  const carried = new Set<string>();

  /** Deliveries that the platform sent since the last call. */
  function takePost(): Delivery[] {
    const sent = platform.store.state.deliveries.filter(
      (one) => one.shop === selling.domain && !carried.has(one.id),
    );
    for (const one of sent) carried.add(one.id);
    return sent;
  }

  async function carry(sent: readonly Delivery[]): Promise<void> {
    for (const { topic, body, id } of sent) {
      const rawBody = Buffer.from(body);
      const headers = signedHeaders(selling.domain, topic, rawBody, id);
      await receiveDelivery({ headers, rawBody, now: new Date() });
      await work();
    }
  }

  /** Carries what was sent to the app, which asks back where it has to. */
  async function post(arrange: (sent: Delivery[]) => Delivery[] = (sent) => sent): Promise<void> {
    await carry(arrange(takePost()));
  }

  return {
    ...selling,
    takePost,
    carry,
    post,
    /** Puts goods on sale at these prices, one variant each; answers the variants. */
    sell: (...prices: string[]): number[] =>
      prices.map((price, index) => {
        const variant = shop.products.filter((one) => !one.giftCard)[index]?.variants[0];
        if (!variant) throw new Error("The shop has too few goods.");
        variant.price = price;
        return variant.id;
      }),
    /** Sells to somebody who came by the affiliate's link. */
    order: (lines: OrderRequest["lines"], more: Partial<OrderRequest> = {}) =>
      placeOrder(platform.ctx, selling.domain, {
        lines,
        customer: { email: "ada@customer.example" },
        landingSite: `/?ref=${selling.code}`,
        ...more,
      }),
  };
}

/** Lets the inbox work until nothing waits, and asks the platform as the job does. */
export async function work(now?: Date): Promise<void> {
  for (;;) {
    const at = now ?? new Date();
    const pass = { topics: orderTopics, read, limit: 50, now: at };
    const { taken, refetch, unproven } = await processDeliveries(pass);
    await proveOrders(unproven, at);
    await Promise.all(refetch.map((wanted: Refetch) => refetchOrder(wanted, at)));
    if (taken === 0) return;
  }
}
