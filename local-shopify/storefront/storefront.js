/* The `Shopify` global with its consent feature, which the platform puts on every storefront page. */
(() => {
  const facts = JSON.parse(document.getElementById("shop-facts").textContent);
  const consentCookie = "_tracking_consent";
  const purposes = ["marketing", "analytics", "preferences", "sale_of_data"];

  // Real shops have a domain, and so a storage, of their own; here they share one origin.
  const store = window.localStorage;
  const prefix = `${facts.shop}:`;
  const ownKeys = () => Object.keys(store).filter((key) => key.startsWith(prefix));
  Object.defineProperty(window, "localStorage", {
    configurable: true,
    value: {
      getItem: (key) => store.getItem(prefix + key),
      setItem: (key, value) => store.setItem(prefix + key, value),
      removeItem: (key) => store.removeItem(prefix + key),
      clear: () => ownKeys().forEach((key) => store.removeItem(key)),
      key: (index) => ownKeys()[index]?.slice(prefix.length) ?? null,
      get length() {
        return ownKeys().length;
      },
    },
  });

  function currentConsent() {
    const match = new RegExp(`(?:^|; )${consentCookie}=([^;]*)`).exec(document.cookie);
    try {
      return match ? JSON.parse(decodeURIComponent(match[1])) : {};
    } catch {
      return {};
    }
  }

  /** Without a banner everything is allowed until it is declined; with one, nothing until it is accepted. */
  function allowed(purpose) {
    const answer = currentConsent()[purpose];
    return answer === undefined ? !facts.consentBanner : answer === true;
  }

  function setTrackingConsent(consent, done) {
    const merged = { ...currentConsent(), ...consent };
    document.cookie = `${consentCookie}=${encodeURIComponent(JSON.stringify(merged))};path=${facts.root};max-age=31536000;samesite=lax`;
    const detail = {
      marketingAllowed: allowed("marketing"),
      analyticsAllowed: allowed("analytics"),
      preferencesAllowed: allowed("preferences"),
      saleOfDataAllowed: allowed("sale_of_data"),
    };
    document.dispatchEvent(new CustomEvent("visitorConsentCollected", { detail }));
    done?.();
  }

  const customerPrivacy = {
    marketingAllowed: () => allowed("marketing"),
    analyticsProcessingAllowed: () => allowed("analytics"),
    preferencesProcessingAllowed: () => allowed("preferences"),
    saleOfDataAllowed: () => allowed("sale_of_data"),
    shouldShowBanner: () => facts.consentBanner && Object.keys(currentConsent()).length === 0,
    currentVisitorConsent: () =>
      Object.fromEntries(
        purposes.map((purpose) => {
          const answer = currentConsent()[purpose];
          return [purpose, { true: "yes", false: "no" }[answer] ?? ""];
        }),
      ),
    getRegion: () => facts.country,
    setTrackingConsent,
  };

  window.Shopify = {
    shop: facts.shop,
    locale: "en",
    country: facts.country,
    currency: { active: facts.currency, rate: "1.0" },
    routes: { root: facts.root },
    // As on the platform, the consent feature is there only once it has been asked for.
    loadFeatures(features, done) {
      setTimeout(() => {
        const unknown = features.find((feature) => feature.name !== "consent-tracking-api");
        if (!unknown) window.Shopify.customerPrivacy = customerPrivacy;
        done?.(unknown ? new Error(`The local platform has no feature ${unknown.name}`) : undefined);
      });
    },
  };

  // For the platform's own manager of pixels; apps and themes have the consent feature.
  window.localPlatform = { allows: allowed };

  /**
   * The standard action: `attributes` replace all that the cart has. Its events come before the change; afterwards a
   * theme that the platform cannot refresh in place is loaded again, as this one.
   */
  async function updateCart(payload, options) {
    const unknown = Object.keys(payload).find((name) => name !== "attributes" && name !== "note");
    if (unknown) throw new Error(`The local platform does not implement updateCart({ ${unknown} })`);
    const { detail, context = "standard-action" } = options?.event ?? {};
    const change = fetch(`${facts.root}cart/actions/update`, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
    }).then(async (answer) => {
      if (!answer.ok) throw new Error(`The cart was not changed: ${answer.status}`);
      const { token, item_count: totalQuantity } = await answer.json();
      return { cart: { id: `gid://shopify/Cart/${token}`, totalQuantity }, detail };
    });
    for (const [part, value] of Object.entries(payload)) {
      const event = new Event(`shopify:cart:${part}-update`, { bubbles: true });
      document.dispatchEvent(Object.assign(event, { context, detail, promise: change, [part]: value }));
    }
    const result = await change;
    location.reload();
    return result;
  }

  function choose(accepted) {
    setTrackingConsent(Object.fromEntries(purposes.map((purpose) => [purpose, accepted])));
    document.getElementById("consent").hidden = true;
  }

  document.addEventListener("DOMContentLoaded", () => {
    window.Shopify.actions = { updateCart };
    const banner = document.getElementById("consent");
    if (banner && customerPrivacy.shouldShowBanner()) banner.hidden = false;
    document.addEventListener("click", (event) => {
      const choice = event.target.closest?.("[data-consent]")?.dataset.consent;
      if (choice === "ask") banner.hidden = false;
      if (choice === "accept" || choice === "decline") choose(choice === "accept");
    });
    document.addEventListener("change", (event) => {
      const button = document.querySelector("[data-on-change]");
      if (event.target.closest?.("[data-recalculate]") && button) button.click();
    });
  });
})();
