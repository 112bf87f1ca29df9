/**
 * Stands in for the platform's App Bridge inside an embedded app. It talks to the admin page around the
 * frame by messages, which both sides accept from the other's origin only.
 */
/** Buttons and links of a title bar. */
const controlsOf = (bar) => [...(bar?.querySelectorAll("a, button") ?? [])];

(() => {
  const script = document.currentScript;
  const adminOrigin = new URL(script.src).origin;
  const embedded = window.parent !== window;
  const meta = document.querySelector('meta[name="shopify-api-key"]');
  const query = new URLSearchParams(location.search);

  // The frame's first address carries shop and host; later pages of the same frame no longer do.
  function remembered(name) {
    const value = query.get(name);
    try {
      if (value) sessionStorage.setItem(`app-bridge-${name}`, value);
      return value ?? sessionStorage.getItem(`app-bridge-${name}`) ?? undefined;
    } catch {
      return value ?? undefined;
    }
  }

  const config = {
    apiKey: script.dataset.apiKey ?? meta?.content,
    host: remembered("host"),
    shop: remembered("shop"),
    locale: remembered("locale") ?? "en",
    appOrigins: [location.origin],
    disabledFeatures: [],
    experimentalFeatures: [],
  };

  let lastQuestion = 0;
  const questions = new Map();

  function tell(type, data = {}) {
    if (embedded) window.parent.postMessage({ appBridge: true, type, ...data }, adminOrigin);
  }

  function ask(type, data = {}) {
    if (!embedded) {
      return Promise.reject(new Error(`shopify.${type} works only inside the admin.`));
    }
    lastQuestion += 1;
    const question = lastQuestion;
    return new Promise((resolve, reject) => {
      questions.set(question, { resolve, reject });
      tell(type, { question, ...data });
    });
  }

  function settle(message) {
    const waiting = questions.get(message.question);
    questions.delete(message.question);
    if (message.error) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.value);
  }

  // --- identity -------------------------------------------------------------------------------------

  const idToken = () => ask("idToken");
  const plainFetch = window.fetch.bind(window);

  async function withToken(request) {
    if (request.headers.has("authorization")) return request;
    const signed = new Request(request);
    signed.headers.set("Authorization", `Bearer ${await idToken()}`);
    return signed;
  }

  async function appFetch(input, init) {
    const request = new Request(input, init);
    if (!embedded || new URL(request.url).origin !== location.origin) return plainFetch(input, init);
    const again = request.clone();
    let answer = await plainFetch(await withToken(request));
    if (answer.status === 401 && answer.headers.get("X-Shopify-Retry-Invalid-Session-Request")) {
      again.headers.delete("authorization");
      answer = await plainFetch(await withToken(again));
    }
    const elsewhere = answer.headers.get("X-Shopify-API-Request-Failure-Reauthorize-Url");
    if (elsewhere) {
      leave(elsewhere);
      // The page is about to go away: whoever waits for the answer must not act on a failure.
      return new Promise(() => undefined);
    }
    return answer;
  }

  /** Leaves the frame for an address that belongs in the whole window. */
  function leave(address) {
    tell("leave", { address: new URL(address, location.href).href });
  }

  /** The app's bounce page: come back to the address it names, with a token. */
  async function reload(target) {
    const address = new URL(target, location.href);
    if (address.origin !== location.origin) return;
    address.searchParams.set("id_token", await idToken());
    location.replace(address.href);
  }

  // --- navigation -----------------------------------------------------------------------------------

  /** True if the app changes pages by itself when told to navigate. */
  let appNavigates = false;

  function tellPlace() {
    tell("place", { path: location.pathname + location.search + location.hash, title: document.title });
  }

  for (const name of ["pushState", "replaceState"]) {
    const plain = history[name].bind(history);
    history[name] = (...parts) => {
      const go = () => {
        plain(...parts);
        tellPlace();
      };
      // An open save bar holds a page change until what was typed is saved or discarded.
      if (name === "replaceState" || shownBar === null) return go();
      tell("saveBarShake");
      leaving.push(go);
    };
  }

  function goTo(path) {
    const link = [...document.querySelectorAll("ui-nav-menu a, s-app-nav a, s-app-nav s-link")].find(
      (item) => item.getAttribute("href") === path,
    );
    if (link?.tagName === "A") {
      link.click();
      return;
    }
    const carrier = link ?? document.createElement("a");
    if (!link) carrier.setAttribute("href", path);
    const place = link ? link : document.body.appendChild(carrier);
    place.dispatchEvent(new Event("shopify:navigate", { bubbles: true }));
    if (!link) carrier.remove();
    if (!appNavigates) location.assign(path);
  }

  const plainListen = window.addEventListener.bind(window);
  function listen(type, ...rest) {
    if (type === "shopify:navigate") appNavigates = true;
    return plainListen(type, ...rest);
  }

  const plainOpen = window.open.bind(window);
  function open(address = "", target = "_blank", features) {
    const text = new URL(address, location.href).href;
    const outside = /^shopify:\/*admin\//i.test(text) || target === "_top" || target === "_parent";
    if (!embedded || !outside) return plainOpen(address, target, features);
    tell("leave", { address: text });
    return null;
  }

  function onClick(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const address = link?.getAttribute("href") ?? "";
    if (!/^shopify:\/*admin\//i.test(address)) return;
    event.preventDefault();
    tell("leave", { address });
  }

  // --- menu, title, bars ------------------------------------------------------------------------------

  function tellMenu() {
    const items = [...document.querySelectorAll("ui-nav-menu a, s-app-nav a, s-app-nav s-link")]
      .filter((item) => item.getAttribute("rel") !== "home")
      .map((item) => ({ path: item.getAttribute("href"), label: item.textContent.trim() }));
    tell("menu", { items, bar: describeBar(pageBar()) });
  }

  /** The page's title bar; a modal has one of its own. */
  function pageBar() {
    return [...document.querySelectorAll("ui-title-bar")].find((bar) => !bar.closest("ui-modal")) ?? null;
  }

  /** Title and buttons of a title bar, which the admin draws. */
  function describeBar(bar) {
    if (bar === null) return null;
    const controls = controlsOf(bar).map((control) => ({
      label: control.textContent.trim(),
      variant: control.getAttribute("variant"),
      menu: control.closest("section")?.getAttribute("label") ?? null,
      isCritical: control.getAttribute("tone") === "critical",
      isLoading: control.hasAttribute("loading"),
      isDisabled: control.hasAttribute("disabled"),
    }));
    return { title: bar.getAttribute("title") ?? "", controls };
  }

  let told = "";
  function tellMenuWhenChanged() {
    const parts = [...document.querySelectorAll("ui-nav-menu, s-app-nav"), pageBar()];
    const now = parts.map((part) => part?.outerHTML ?? "").join("");
    if (now === told) return;
    told = now;
    tellMenu();
  }

  const toasts = new Map();
  const toast = {
    show(message, options = {}) {
      const id = `toast-${Math.random().toString(36).slice(2)}`;
      toasts.set(id, options);
      tell("toast", {
        id,
        message: String(message),
        isError: options.isError === true,
        action: options.action ?? null,
        duration: options.duration ?? 5000,
      });
      return id;
    },
    hide(id) {
      tell("toastHide", { id });
    },
  };

  function onToast(message) {
    const options = toasts.get(message.id) ?? {};
    if (message.what === "action") options.onAction?.();
    else {
      toasts.delete(message.id);
      options.onDismiss?.();
    }
  }

  // --- save bar ---------------------------------------------------------------------------------------

  let shownBar = null;
  const leaving = [];

  function showBar(bar) {
    shownBar = bar;
    tell("saveBar", { visible: true });
    if (bar instanceof Element) bar.dispatchEvent(new Event("show"));
  }
  function hideBar(bar) {
    if (shownBar !== bar) return;
    shownBar = null;
    tell("saveBar", { visible: false });
    if (bar instanceof Element) bar.dispatchEvent(new Event("hide"));
    for (const resolve of leaving.splice(0)) resolve();
  }
  /* A bar that the app shows by name only, without an element, is its name. */
  const saveBar = {
    show: async (id) => showBar(document.getElementById(id) ?? id),
    hide: async (id) => hideBar(document.getElementById(id) ?? id),
    toggle: async (id) =>
      shownBar === (document.getElementById(id) ?? id)
        ? hideBar(document.getElementById(id) ?? id)
        : showBar(document.getElementById(id) ?? id),
    /** Resolves when nothing unsaved is left, or the person agrees to lose it. If they stay, it never does. */
    leaveConfirmation() {
      if (shownBar === null) return Promise.resolve();
      tell("leaveQuestion");
      return new Promise((resolve) => leaving.push(resolve));
    },
  };

  function onSaveBar(what) {
    const bar = shownBar;
    if (bar instanceof HTMLFormElement) {
      if (what === "save") bar.requestSubmit();
      else bar.reset();
      return;
    }
    if (!(bar instanceof Element)) return;
    const primary = bar.querySelector('button[variant="primary"]');
    const secondary = [...bar.querySelectorAll("button")].find((button) => button !== primary);
    (what === "save" ? primary : secondary)?.click();
  }

  function watchForms() {
    document.addEventListener("input", (event) => {
      const form = event.target instanceof Element ? event.target.closest("form[data-save-bar]") : null;
      if (form) showBar(form);
    });
    for (const type of ["reset", "submit"]) {
      document.addEventListener(type, (event) => {
        if (event.target === shownBar) hideBar(event.target);
      });
    }
  }

  // --- modal ------------------------------------------------------------------------------------------

  let shownModal = null;

  window.addEventListener("app-bridge:modal", ({ detail: { modal: changed, isOpen } }) => {
    if (isOpen) {
      shownModal = changed;
      const bar = describeBar(changed.querySelector("ui-title-bar"));
      tell("modal", { bar, text: changed.content.textContent });
    } else if (shownModal === changed) {
      shownModal = null;
      tell("modalHide");
    }
  });

  function onModal({ what, index }) {
    if (what === "hide") shownModal?.hide();
    else controlsOf(shownModal?.querySelector("ui-title-bar"))[index]?.click();
  }

  const modal = {
    show: async (id) => document.getElementById(id)?.show(),
    hide: async (id) => document.getElementById(id)?.hide(),
    toggle: async (id) => document.getElementById(id)?.toggle(),
  };

  // --- web vitals ---------------------------------------------------------------------------------------

  /** What this browser measured of the page, reported once it is hidden. */
  let reportVitals = null;
  const measured = { LCP: null, INP: null, CLS: 0 };

  function observe(type, take, options = {}) {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  }
  observe("largest-contentful-paint", (entry) => (measured.LCP = entry.startTime));
  observe("layout-shift", (entry) => {
    if (!entry.hadRecentInput) measured.CLS += entry.value;
  });
  observe(
    "event",
    (entry) => {
      if (entry.interactionId) measured.INP = Math.max(measured.INP ?? 0, entry.duration);
    },
    { durationThreshold: 16 },
  );
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden" || reportVitals === null) return;
    const metrics = Object.entries(measured)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ id: `${name}-${performance.timeOrigin}`, name, value }));
    reportVitals({ metrics });
  });

  const onReport = async (callback) => {
    reportVitals = callback;
  };

  // --- the global ---------------------------------------------------------------------------------------

  window.shopify = {
    config,
    origin: adminOrigin,
    ready: Promise.resolve(),
    environment: { embedded, mobile: false, pos: false, intent: false },
    idToken,
    user: () => ask("user"),
    toast,
    saveBar,
    modal,
    loading: (on = true) => tell("loading", { on }),
    app: { extensions: () => ask("extensions") },
    scopes: {
      query: () => ask("scopes"),
      request: (scopes) => ask("scopesRequest", { scopes }),
      revoke: (scopes) => ask("scopesRevoke", { scopes }),
    },
    webVitals: { onReport },
  };

  window.fetch = appFetch;
  window.open = open;
  if (embedded) window.addEventListener = listen;

  plainListen("message", (event) => {
    if (event.source !== window.parent || event.origin !== adminOrigin || !event.data?.adminFrame) return;
    const message = event.data;
    if (message.type === "answer") settle(message);
    else if (message.type === "toast") onToast(message);
    else if (message.type === "saveBar") onSaveBar(message.what);
    else if (message.type === "goTo") goTo(message.path);
    else if (message.type === "bar") controlsOf(pageBar())[message.index]?.click();
    else if (message.type === "modal") onModal(message);
    else if (message.type === "leave") hideBar(shownBar);
  });
  plainListen("popstate", tellPlace);
  document.addEventListener("click", onClick);
  watchForms();
  new MutationObserver(tellMenuWhenChanged).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["href", "title", "disabled", "loading", "tone"],
    characterData: true,
  });
  plainListen("DOMContentLoaded", tellMenuWhenChanged);

  const bounce = query.get("shopify-reload");
  if (bounce !== null && embedded) void reload(bounce);
  else tellPlace();
})();
