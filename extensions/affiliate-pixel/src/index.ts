import { register, type PixelEventsCheckoutCompleted } from "@shopify/web-pixels-extension";
import { clicksFrom, idsFrom, remember, type StoredClick } from "./clicks.ts";

const storageKey = "aff_clicks";
const cartAttribute = "__aff_click";

/**
 * The pixel only joins clicks to a checkout; money is decided from the order's webhook. It is loaded by
 * Shopify after the visitor has allowed analytics, marketing and sale of data, so it asks nobody again.
 */
register(({ analytics, browser, customerPrivacy, init, settings }) => {
  async function stored(): Promise<StoredClick[]> {
    return clicksFrom(await browser.localStorage.getItem(storageKey));
  }

  async function keepLanding(href: string): Promise<void> {
    const id = new URL(href).searchParams.get("aff_click");
    if (!id) return;
    const kept = remember(await stored(), { id, at: Date.now() });
    await browser.localStorage.setItem(storageKey, JSON.stringify(kept));
  }

  const landing = init.context.document.location.href;
  // The promise is kept, so that a checkout completed on the landing page waits for what it stored.
  let kept = keepLanding(landing).catch(() => undefined);

  analytics.subscribe("page_viewed", (event) => {
    const { href } = event.context.document.location;
    if (href === landing) return;
    kept = kept.then(() => keepLanding(href)).catch(() => undefined);
  });

  // Withdrawing consent deletes the clicks here too, because the theme embed may be off.
  customerPrivacy.subscribe("visitorConsentCollected", (event) => {
    const { marketingAllowed, analyticsProcessingAllowed, saleOfDataAllowed } = event.customerPrivacy;
    if (marketingAllowed && analyticsProcessingAllowed && saleOfDataAllowed) return;
    kept = kept.then(() => browser.localStorage.removeItem(storageKey)).catch(() => undefined);
  });

  async function join(event: PixelEventsCheckoutCompleted): Promise<void> {
    await kept;
    const { checkout } = event.data;
    const attribute = checkout.attributes.find((each) => each.key === cartAttribute);
    const fromCart = idsFrom(attribute?.value);
    const clickIds = fromCart.length > 0 ? fromCart : (await stored()).map((each) => each.id);
    if (clickIds.length === 0) return;
    await fetch(`${String(settings["appUrl"])}/track/pixel`, {
      method: "POST",
      keepalive: true,
      // Without a content type of its own the request needs no preflight, which a closing page would lose.
      body: JSON.stringify({
        accountID: settings["accountID"],
        eventId: event.id,
        occurredAt: event.timestamp,
        checkoutToken: checkout.token ?? null,
        orderId: checkout.order?.id ?? null,
        clickIds,
        clickSource: fromCart.length > 0 ? "cart" : "storage",
      }),
    });
  }

  analytics.subscribe("checkout_completed", (event) => {
    // A lost join costs nothing but evidence: the order's webhook tells of the sale in any case.
    join(event).catch(() => undefined);
  });
});
