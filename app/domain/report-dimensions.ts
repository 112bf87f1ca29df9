/** By what reports tell sales and clicks apart beside affiliate and program. */
export type Dimension =
  "product" | "code" | "link" | "sub-id" | "landing" | "country" | "customer" | "channel";

/** Those of which an order has one value; of products it has many. */
export type OrderDimension = Exclude<Dimension, "product">;

/** Those whose values anybody may write, endlessly many of them. */
export const freeDimensions = ["sub-id", "landing", "channel"] as const satisfies readonly Dimension[];

export type FreeDimension = (typeof freeDimensions)[number];

/** So many values of a shop's free dimension are counted by themselves. */
export const mostValues = 2000;

/** All values behind the first `mostValues`. No value of an order or click begins with a space. */
export const otherValue = " other";

const longestValue = 120;

/** A free value as it is counted: without spaces around it, and not longer than a list shows. */
export function boundedValue(text: string): string {
  const trimmed = text.replaceAll(/^ +| +$/g, "");
  // The database cuts between the same characters.
  return trimmed.length <= longestValue ? trimmed : Array.from(trimmed).slice(0, longestValue).join("");
}

/** The page of an address's path and query: without what campaigns write behind it. */
export function pageOf(address: string | null): string {
  return boundedValue((address ?? "").split(/[?#]/, 1)[0] ?? "");
}
