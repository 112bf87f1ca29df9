// A worker is one of a kind: its messages have no origin to be named.
// oxlint-disable unicorn/require-post-message-target-origin
/**
 * The strict sandbox of a web pixel: a worker without a page. It hands the pixel the platform's pixel API and carries
 * what the pixel asks of the browser to the page by messages.
 */
const subscribers = new Map();
const privacySubscribers = new Map();
const questions = new Map();
let lastQuestion = 0;
let extend = null;

/* The global of the sandbox. It cannot reach the page. */
self.shopify = {
  extend(point, run) {
    if (point === "WebPixel::Render") extend = run;
  },
};

function ask(store, method, args) {
  lastQuestion += 1;
  const question = lastQuestion;
  return new Promise((resolve, reject) => {
    questions.set(question, { resolve, reject });
    self.postMessage({ type: "ask", question, store, method, args });
  });
}

const storage = (store) => ({
  getItem: (key) => ask(store, "getItem", [String(key)]),
  setItem: (key, value) => ask(store, "setItem", [String(key), String(value)]),
  removeItem: (key) => ask(store, "removeItem", [String(key)]),
  clear: () => ask(store, "clear", []),
  key: (index) => ask(store, "key", [index]),
  length: () => ask(store, "length", []),
});

const browser = {
  localStorage: storage("localStorage"),
  sessionStorage: storage("sessionStorage"),
  cookie: {
    get: (name) => ask("cookie", "get", [name ?? ""]),
    set: (...parts) => ask("cookie", "set", [parts.length > 1 ? `${parts[0]}=${parts[1]}` : parts[0]]),
  },
  sendBeacon: (url, body = "") =>
    fetch(url, { method: "POST", keepalive: true, body }).then((answer) => answer.ok),
};

function listenIn(map) {
  return (name, callback) => {
    const list = map.get(name) ?? new Set();
    map.set(name, list.add(callback));
    return () => list.delete(callback);
  };
}

async function tell(callback, payload) {
  await callback(payload);
}

function publish(map, name, payload) {
  for (const key of [name, "all_events", "all_standard_events"]) {
    for (const callback of map.get(key) ?? []) {
      // A pixel's fault is told and stops nobody else.
      tell(callback, payload).catch((error) => console.error("A web pixel failed:", error));
    }
  }
}

self.addEventListener("message", ({ data }) => {
  if (data.type === "start") {
    importScripts(data.src);
    const analytics = { subscribe: listenIn(subscribers) };
    const customerPrivacy = { subscribe: listenIn(privacySubscribers) };
    extend?.({ analytics, browser, customerPrivacy, init: data.init, settings: data.settings });
  }
  if (data.type === "event") publish(subscribers, data.event.name, data.event);
  if (data.type === "consent") publish(privacySubscribers, "visitorConsentCollected", data.event);
  if (data.type === "answer") {
    const waiting = questions.get(data.question);
    questions.delete(data.question);
    if (data.error) waiting?.reject(new Error(data.error));
    else waiting?.resolve(data.value);
  }
});
