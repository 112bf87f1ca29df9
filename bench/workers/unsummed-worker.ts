import { registerHooks } from "node:module";

/**
 * The worker of orders whose job keeps no sums: where it settles, what writes them is another module. So the app has no
 * switch for it, and everything else is the same code.
 */
const sums = ["app/store/figures.ts"];
const settling = ["settle-orders.ts", "count-order.ts"].map((name) => `app/flows/settlement/${name}`);
const instead = new URL("../no-rollups.ts", import.meta.url).href;

const isOneOf = (url: string | undefined, paths: readonly string[]) =>
  paths.some((path) => url?.endsWith(`/${path}`) === true);

const replaced = new Set<string>();

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!isOneOf(context.parentURL, settling) || !isOneOf(found.url, sums)) return found;
    replaced.add(found.url);
    return { ...found, url: instead };
  },
});

await import("./order-worker.ts");
// A module that moved would be measured on both sides.
const missed = sums.filter((path) => ![...replaced].some((url) => isOneOf(url, [path])));
if (missed.length > 0) throw new Error(`${missed.join(", ")}: nothing of it was replaced.`);
