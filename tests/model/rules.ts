import type { Order } from "./shapes.ts";

export type Kind =
  "code" | "customer" | "click" | "landing" | "pixel" | "product" | "claim" | "renewal" | "tag";

/** The shop's rules of attribution, from an instant on. */
export type Rules = {
  readonly effectiveFrom: string;
  /** Strongest first; what is not named decides nothing. */
  readonly precedence: readonly Kind[];
  readonly touch: "last" | "first";
  readonly binding: { readonly kind: "never" | "days" | "life"; readonly days?: number };
  readonly newCustomer: "store" | "affiliate";
};

const byDefault: Rules = {
  effectiveFrom: "1970-01-01T00:00:00Z",
  precedence: ["code", "customer", "click", "landing", "pixel", "product", "claim", "renewal"],
  touch: "last",
  binding: { kind: "never" },
  newCustomer: "store",
};

const second = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** M4: the newest that had begun by the second in which the order was created. */
export function rulesAt(rules: readonly Rules[], createdAt: string): Rules {
  const begun = rules.filter((one) => second(one.effectiveFrom) <= second(createdAt));
  return (
    begun.toSorted((a, b) => Date.parse(a.effectiveFrom) - Date.parse(b.effectiveFrom)).at(-1) ?? byDefault
  );
}

export type Credited = { readonly at: string; readonly affiliateId: string };

const dayMs = 86_400_000;

/** The affiliate of a lifetime customer by the earlier orders. Walks through them, and drops one whose time has ended. */
export function boundTo(
  earlier: readonly Credited[],
  { createdAt }: Pick<Order, "createdAt">,
  { binding }: Rules,
): Credited | null {
  if (binding.kind === "never") return null;
  const lasts = binding.kind === "life" ? Infinity : (binding.days ?? 0) * dayMs;
  let holder: Credited | null = null;
  for (const one of earlier.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    if (Date.parse(one.at) >= Date.parse(createdAt)) continue;
    const isFree: boolean = holder === null || Date.parse(one.at) - Date.parse(holder.at) > lasts;
    if (isFree) holder = one;
  }
  if (holder === null || Date.parse(createdAt) - Date.parse(holder.at) > lasts) return null;
  return holder;
}
