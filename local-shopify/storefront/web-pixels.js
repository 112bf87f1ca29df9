// A worker is one of a kind: its messages have no origin to be named.
// oxlint-disable unicorn/require-post-message-target-origin
/* The platform's manager of web pixels: each runs in a worker of its own, once the visitor allows its purposes. */
(() => {
  /** `randomUUID` is only there for pages that came encrypted or from this machine by name. */
  function randomId() {
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    return `sh-${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }

  const facts = JSON.parse(document.getElementById("shop-facts").textContent);
  const workers = new Map();
  const events = [];
  let sequence = 0;

  const clientId = (() => {
    try {
      const known = localStorage.getItem("_client_id") ?? randomId();
      localStorage.setItem("_client_id", known);
      return known;
    } catch {
      return randomId();
    }
  })();

  function context() {
    const { href, hash, host, hostname, origin, pathname, port, protocol, search } = location;
    const { language, cookieEnabled, userAgent } = navigator;
    return {
      document: {
        location: { href, hash, host, hostname, origin, pathname, port, protocol, search },
        referrer: document.referrer,
        characterSet: document.characterSet,
        title: document.title,
      },
      navigator: { language, cookieEnabled, userAgent, languages: [...navigator.languages] },
      window: { innerHeight, innerWidth, outerHeight, outerWidth, origin, location: { href } },
    };
  }

  function privacy() {
    return {
      analyticsProcessingAllowed: window.localPlatform.allows("analytics"),
      marketingAllowed: window.localPlatform.allows("marketing"),
      preferencesProcessingAllowed: window.localPlatform.allows("preferences"),
      saleOfDataAllowed: window.localPlatform.allows("sale_of_data"),
    };
  }

  function answer(worker, { question, store, method, args }) {
    const reply = { type: "answer", question };
    try {
      worker.postMessage({
        ...reply,
        value: store === "cookie" ? cookie(method, args[0]) : kept(store, method, args),
      });
    } catch (error) {
      worker.postMessage({ ...reply, error: String(error) });
    }
  }

  function kept(store, method, args) {
    const storage = window[store];
    return method === "length" ? storage.length : storage[method](...args);
  }

  function cookie(method, value) {
    if (method === "set") {
      document.cookie = value;
      return null;
    }
    if (!value) return document.cookie;
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${value}=`));
    return found ? found.slice(value.length + 1) : "";
  }

  function start(pixel) {
    const worker = new Worker(`${facts.root}cdn/web-pixel-worker.js`, { name: pixel.name });
    worker.addEventListener("message", ({ data }) => {
      if (data.type === "ask") answer(worker, data);
    });
    worker.addEventListener("error", (event) => console.error("A web pixel failed:", event.message));
    const shop = { name: facts.name, myshopifyDomain: facts.shop, storefrontUrl: facts.storefrontUrl };
    const data = { customer: null, cart: null, purchasingCompany: null, shop };
    const init = { context: context(), data, customerPrivacy: privacy() };
    worker.postMessage({ type: "start", src: pixel.src, settings: pixel.settings, init });
    workers.set(pixel.name, worker);
    // A pixel that starts late gets the earlier events, such as this page's view.
    for (const event of events) worker.postMessage({ type: "event", event });
  }

  function startAllowed() {
    for (const pixel of facts.pixels) {
      if (!workers.has(pixel.name) && pixel.purposes.every(window.localPlatform.allows)) start(pixel);
    }
  }

  function publish(name, data) {
    sequence += 1;
    const at = { timestamp: new Date().toISOString(), seq: sequence, clientId };
    const event = { id: randomId(), name, type: "standard", ...at, data, context: context() };
    events.push(event);
    for (const worker of workers.values()) worker.postMessage({ type: "event", event });
  }

  document.addEventListener("visitorConsentCollected", () => {
    const event = { customerPrivacy: privacy() };
    for (const worker of workers.values()) worker.postMessage({ type: "consent", event });
    startAllowed();
  });
  document.addEventListener("DOMContentLoaded", () => {
    publish("page_viewed", {});
    if (facts.event) publish(facts.event.name, facts.event.data);
    startAllowed();
  });
})();
