import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { z } from "zod";

export const embedScript = readFileSync("extensions/affiliate-embed/assets/affiliate-embed.js", "utf8");

export type Consent = "unasked" | "given" | "refused";
type Visit = {
  path: string;
  kept?: Record<string, string>;
  consent?: Consent;
  /** The app's answer to a landing: a click's id, nothing for an unknown code, or no answer at all. */
  app?: { click: string | null } | "away" | "busy";
  /** How the store answers a write to the cart. */
  cartAnswers?: "refused" | "lost";
  windowDays?: string;
  parameters?: string;
  storage?: "blocked";
};

const bodyShape = z.strictObject({ attributes: z.strictObject({ __aff_click: z.string() }) });
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const block = (days: string, parameters: string) =>
  `<div id="affiliate-embed" data-window-days="${days}" data-parameters="${parameters}"></div>`;

function storedIn({ localStorage }: { localStorage: Storage }): Record<string, string> {
  return Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ""]));
}

function forbid(): never {
  throw new Error("The operation is insecure.");
}

const answer = (status: number, body: object) =>
  Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(body) });

/** The store and the app behind it, as far as the embed talks to them: the boundary that is played here. */
function playStore(options: { app: NonNullable<Visit["app"]>; cartAnswers: Visit["cartAnswers"] }) {
  const written: string[] = [];
  const told: { path: string | null; query: string | null }[] = [];
  function fetch(address: string, init?: { body?: string }): Promise<unknown> {
    if (address === "/en/cart/update.js") {
      written.push(bodyShape.parse(JSON.parse(init?.body ?? "{}")).attributes.__aff_click);
      if (options.cartAnswers === "lost") return Promise.reject(new Error("Failed to fetch"));
      return answer(options.cartAnswers === "refused" ? 429 : 200, {});
    }
    if (address.startsWith("/en/apps/affiliates/visit?")) {
      const { searchParams } = new URL(address, "https://demo-store.myshopify.com");
      told.push({ path: searchParams.get("path"), query: searchParams.get("query") });
      if (options.app === "away") return Promise.reject(new Error("Failed to fetch"));
      return options.app === "busy" ? answer(503, {}) : answer(200, options.app);
    }
    throw new Error(`The embed asks the store for ${address}.`);
  }
  return { written, told, fetch };
}

/** One page of a storefront with the embed on it. */
export async function visit({
  path,
  kept = {},
  consent = "unasked",
  app = { click: null },
  cartAnswers,
  windowDays = "30",
  parameters = "ref, via, SCA_ref",
  storage,
}: Visit) {
  const dom = new JSDOM(block(windowDays, parameters), {
    url: `https://demo-store.myshopify.com/en${path}`,
    runScripts: "outside-only",
  });
  let state = consent;
  const isAllowed = () => state === "given";
  const { window } = dom;
  const store = playStore({ app, cartAnswers });
  for (const [key, value] of Object.entries(kept)) window.localStorage.setItem(key, value);
  if (storage === "blocked") Object.defineProperty(window, "localStorage", { get: forbid });
  Object.assign(window, {
    fetch: store.fetch,
    Shopify: {
      routes: { root: "/en/" },
      ...(consent !== "unasked" && {
        loadFeatures: (_features: unknown, done: () => void) => done(),
        customerPrivacy: {
          marketingAllowed: isAllowed,
          analyticsProcessingAllowed: isAllowed,
          saleOfDataAllowed: isAllowed,
        },
      }),
    },
  });
  const { documentElement } = window.document;
  const before = documentElement.outerHTML;
  const seen: string[] = [];
  const watch = new window.MutationObserver((records) => seen.push(...records.map(({ type }) => type)));
  watch.observe(documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  window.eval(embedScript);
  await settle();
  return {
    ...store,
    /** The clock that the page reads. */
    clock: window.Date,
    store: () => storedIn(window),
    /** Changes of the page itself. */
    changes: () => [...seen, ...(documentElement.outerHTML === before ? [] : ["markup"])],
    /** An event of the storefront's cart, as `Shopify.actions.updateCart` dispatches it. */
    cartEvent: async (part: string, detail: object = {}) => {
      const event = new window.Event(`shopify:cart:${part}-update`, { bubbles: true });
      window.document.body.dispatchEvent(Object.assign(event, detail));
      await settle();
    },
    decide: async (decision: Consent) => {
      state = decision;
      window.document.dispatchEvent(new window.Event("visitorConsentCollected"));
      await settle();
    },
  };
}

/** Clicks kept by the browser. */
export function clicksIn(kept: Record<string, string>): unknown[] {
  return z.array(z.unknown()).parse(JSON.parse(kept["aff_clicks"] ?? "[]"));
}
