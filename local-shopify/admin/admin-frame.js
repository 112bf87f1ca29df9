/** The admin's side of an embedded app: answers what App Bridge asks from inside the frame. */
const isBreadcrumb = ({ variant }) => variant === "breadcrumb";
const shownOf = (items) => items.map(({ button }) => button);

(() => {
  const frame = document.getElementById("app-frame");
  const settings = JSON.parse(frame.dataset.settings);
  // Parameters that the platform adds to the app's address. People do not see them.
  const ownParameters = ["embedded", "hmac", "host", "id_token", "locale", "session", "shop", "timestamp"];

  function send(type, data = {}) {
    frame.contentWindow.postMessage({ adminFrame: true, type, ...data }, settings.appOrigin);
  }

  async function post(path, body) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${settings.root}/${path}`, { method: "POST", ...sent });
    if (!answer.ok) throw new Error(`The admin refused ${path}: ${answer.status}.`);
    return answer.json();
  }

  /** Asks the person whether the app may do more; resolves with what App Bridge answers. */
  async function requestScopes(scopes) {
    const { granted, required, optional } = await post("scopes");
    const undeclared = scopes.find((scope) => !required.includes(scope) && !optional.includes(scope));
    if (undeclared) throw new Error(`The app's configuration does not declare ${undeclared}.`);
    const missing = scopes.filter((scope) => !granted.includes(scope));
    // Where nothing is missing the platform does not ask.
    if (missing.length > 0 && !(await confirmScopes(missing))) {
      return { result: "declined-all", detail: await post("scopes") };
    }
    return { result: "granted-all", detail: await post("scopes/grant", scopes) };
  }

  function confirmScopes(scopes) {
    const dialog = document.getElementById("scopes-dialog");
    document.getElementById("scopes-list").replaceChildren(
      ...scopes.map((scope) => {
        const item = document.createElement("li");
        item.textContent = scope.replaceAll("_", " ");
        return item;
      }),
    );
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "grant"), { once: true });
    });
  }

  const answers = {
    idToken: async () => (await post("session-token")).token,
    user: () => post("user"),
    scopes: () => post("scopes"),
    scopesRequest: ({ scopes }) => requestScopes(scopes),
    scopesRevoke: async ({ scopes }) => ({ detail: await post("scopes/revoke", scopes) }),
    extensions: () => post("extensions"),
  };

  function showPlace(message) {
    const place = new URL(message.path, settings.appOrigin);
    for (const name of ownParameters) place.searchParams.delete(name);
    const path = place.pathname === "/" ? "" : place.pathname;
    history.replaceState(null, "", `${settings.root}${path}${place.search}${place.hash}`);
    if (message.title) document.title = message.title;
    markCurrent(place.pathname);
  }

  /** A page below an item marks it; of several, the nearest. */
  function markCurrent(path) {
    const here = `${settings.root}${path}`;
    const links = [...document.getElementById("app-nav").querySelectorAll("a")];
    const places = links.map((link) => ({ link, place: new URL(link.href).pathname }));
    const [current] = places
      .filter(({ place }) => here === place || here.startsWith(`${place}/`))
      .toSorted((a, b) => b.place.length - a.place.length);
    for (const link of links) {
      if (link === current?.link) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  function showMenu(message) {
    const nav = document.getElementById("app-nav");
    nav.replaceChildren(
      ...message.items.map((item) => {
        const link = document.createElement("a");
        link.href = `${settings.root}${item.path}`;
        link.textContent = item.label;
        link.addEventListener("click", (event) => {
          event.preventDefault();
          send("goTo", { path: item.path });
        });
        return link;
      }),
    );
    nav.hidden = message.items.length === 0;
    showBar(message.bar);
    markCurrent(location.pathname.slice(settings.root.length));
  }

  /** The app's title bar: breadcrumb, title, and actions. */
  function showBar(bar) {
    document.getElementById("app-title").textContent = bar?.title ?? document.title;
    const buttons = (bar?.controls ?? []).map((control, index) => ({
      ...control,
      button: buttonOf(control, () => send("bar", { index })),
    }));
    const inBar = buttons.filter((one) => !isBreadcrumb(one) && one.menu === null);
    const inMenu = buttons.filter(({ menu }) => menu !== null);
    const menu = inMenu.length === 0 ? [] : [menuOf(inMenu[0].menu, inMenu)];
    document.getElementById("app-breadcrumb").replaceChildren(...shownOf(buttons.filter(isBreadcrumb)));
    document.getElementById("app-actions").replaceChildren(...shownOf(inBar), ...menu);
  }

  function menuOf(label, items) {
    const menu = document.createElement("details");
    menu.className = "action-menu";
    const summary = document.createElement("summary");
    summary.textContent = label;
    menu.append(summary, ...shownOf(items));
    menu.addEventListener("click", ({ target }) => {
      if (target.closest("button")) menu.open = false;
    });
    return menu;
  }

  function buttonOf({ label, variant, isCritical, isLoading, isDisabled }, onClick) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.disabled = isDisabled || isLoading;
    button.setAttribute("aria-busy", String(isLoading));
    button.classList.toggle("primary", variant === "primary" && !isCritical);
    button.classList.toggle("danger", isCritical);
    button.addEventListener("click", onClick);
    return button;
  }

  const modal = document.getElementById("app-modal");
  function showModal({ bar, text }) {
    document.getElementById("app-modal-title").textContent = bar?.title ?? "";
    document.getElementById("app-modal-text").textContent = text;
    const controls = (bar?.controls ?? []).map((control, index) =>
      buttonOf(control, () => send("modal", { what: "click", index })),
    );
    // The primary action is on the right, as in the admin.
    document.getElementById("app-modal-actions").replaceChildren(...controls.toReversed());
    modal.showModal();
  }

  function askToLeave() {
    const question = document.getElementById("leave-dialog");
    question.returnValue = "";
    question.showModal();
  }

  let toast = null;
  let toastTimer = 0;
  function hideToast(id) {
    if (toast === null || (id !== undefined && toast !== id)) return;
    clearTimeout(toastTimer);
    document.getElementById("app-toast").hidden = true;
    send("toast", { id: toast, what: "dismiss" });
    toast = null;
  }
  function showToast(message) {
    hideToast();
    toast = message.id;
    document.getElementById("app-toast-text").textContent = message.message;
    document.getElementById("app-toast").classList.toggle("error", message.isError);
    document.getElementById("app-toast-action").textContent = message.action ?? "";
    document.getElementById("app-toast-action").hidden = message.action === null;
    document.getElementById("app-toast").hidden = false;
    toastTimer = setTimeout(hideToast, message.duration, message.id);
  }

  /** An address for the whole window; the platform's own hosts are this server. */
  function localAddress(address) {
    const inAdmin = address.replace(/^shopify:\/*admin\//i, `${location.origin}/store/${settings.store}/`);
    const url = new URL(inAdmin, location.origin);
    if (url.host === "admin.shopify.com") return `${location.origin}${url.pathname}${url.search}${url.hash}`;
    if (url.host.endsWith(".myshopify.com")) {
      return `${location.origin}/shops/${url.host}${url.pathname}${url.search}${url.hash}`;
    }
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  }

  const orders = {
    place: showPlace,
    menu: showMenu,
    toast: showToast,
    toastHide: (message) => hideToast(message.id),
    loading: (message) => {
      document.getElementById("app-loading").hidden = !message.on;
    },
    saveBar: (message) => {
      document.getElementById("save-bar").hidden = !message.visible;
    },
    modal: showModal,
    modalHide: () => modal.close(),
    leaveQuestion: askToLeave,
    saveBarShake: () => document.getElementById("save-bar-save").focus(),
    leave: (message) => {
      const address = localAddress(message.address);
      if (address !== null) location.assign(address);
    },
  };

  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== settings.appOrigin) return;
    const message = event.data;
    if (!message?.appBridge) return;
    if (Object.hasOwn(orders, message.type)) orders[message.type](message);
    if (!Object.hasOwn(answers, message.type)) return;
    answers[message.type](message).then(
      (value) => send("answer", { question: message.question, value }),
      (error) => send("answer", { question: message.question, error: error.message }),
    );
  });

  document.getElementById("save-bar-save").addEventListener("click", () => send("saveBar", { what: "save" }));
  document
    .getElementById("save-bar-discard")
    .addEventListener("click", () => send("saveBar", { what: "discard" }));
  document.getElementById("app-toast-close").addEventListener("click", () => hideToast());
  document.getElementById("app-toast-action").addEventListener("click", () => {
    send("toast", { id: toast, what: "action" });
    hideToast();
  });
  modal.addEventListener("close", () => send("modal", { what: "hide" }));
  document.getElementById("leave-dialog").addEventListener("close", ({ target }) => {
    if (target.returnValue === "leave") send("leave");
  });
  window.addEventListener("beforeunload", (event) => {
    if (!document.getElementById("save-bar").hidden) event.preventDefault();
  });
})();
