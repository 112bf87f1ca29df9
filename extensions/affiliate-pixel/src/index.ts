import { register, type PixelEventsCheckoutCompleted } from "@shopify/web-pixels-extension";
import { clicksFrom, remember, type StoredClick } from "./clicks.ts";

const storageKey = "aff_clicks";
const cartAttribute = "__aff_click";

/**
 * The pixel only joins a click to a checkout; money is decided from the order's webhook. It is loaded by
 * Shopify after the visitor has allowed analytics, marketing and sale of data, so it asks nobody again.
 */
register(({ analytics, browser, init, settings }) => {
  async function stored(): Promise<StoredClick[]> {
    return clicksFrom(await browser.localStorage.getItem(storageKey));
  }

  async function keepLanding(href: string): Promise<void> {
    const url = new URL(href);
    const click = url.searchParams.get("aff_click");
    const ref = url.searchParams.get("ref");
    if (!click && !ref) return;
    const landed = { id: click ?? "", ref: ref ?? "", at: Date.now() };
    await browser.localStorage.setItem(storageKey, JSON.stringify(remember(await stored(), landed)));
  }

  const landing = init.context.document.location.href;
  // The promise is kept, so that a checkout completed on the landing page waits for what it stored.
  let kept = keepLanding(landing).catch(() => undefined);

  analytics.subscribe("page_viewed", (event) => {
    const { href } = event.context.document.location;
    if (href === landing) return;
    kept = kept.then(() => keepLanding(href)).catch(() => undefined);
  });

  async function join(event: PixelEventsCheckoutCompleted): Promise<void> {
    await kept;
    const { checkout } = event.data;
    const attribute = checkout.attributes.find((each) => each.key === cartAttribute);
    const clicks = await stored();
    const fromCart = attribute?.value ? attribute.value.split(",") : [];
    const clickIds = fromCart.length > 0 ? fromCart : clicks.map((each) => each.id).filter((id) => id !== "");
    const ref = clicks.findLast((each) => each.ref !== "")?.ref ?? null;
    if (clickIds.length === 0 && !ref) return;
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
        ref,
      }),
    });
  }

  analytics.subscribe("checkout_completed", (event) => {
    // A lost join costs nothing but evidence: the order's webhook tells of the sale in any case.
    join(event).catch(() => undefined);
  });
});
