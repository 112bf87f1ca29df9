import { compareInstants, isNotAfter } from "./instant.ts";
import { type EvidenceKind, evidenceKinds } from "./touch.ts";

/** How long the first order that an affiliate is credited with binds its customer to them. */
export type Binding =
  { readonly kind: "never" } | { readonly kind: "days"; readonly days: number } | { readonly kind: "life" };

/** How a shop's orders find their affiliate. The window of a click stands in a program's terms. */
export type AttributionRules = {
  /** Strongest first. A kind that is left out is kept as evidence, and decides nothing. */
  readonly precedence: readonly EvidenceKind[];
  /** Which of several clicks counts. */
  readonly touch: "last" | "first";
  readonly binding: Binding;
  /** Whose first order makes a new customer: the store's, or the first that any affiliate is credited with. */
  readonly newCustomer: "store" | "affiliate";
};

export type RulesVersion = {
  /** 1, 2, 3 …; 0 for what holds before a person chose anything. */
  readonly version: number;
  readonly effectiveFrom: string;
  readonly rules: AttributionRules;
};

export const touches = ["last", "first"] as const;
export const newCustomers = ["store", "affiliate"] as const;
export const bindingKinds = ["never", "days", "life"] as const;
export const longestBindingDays = 3650;

export const defaultRules: AttributionRules = {
  precedence: evidenceKinds.filter((kind) => kind !== "tag"),
  touch: "last",
  binding: { kind: "never" },
  newCustomer: "store",
};

/** What holds for orders from before the first version. */
export const noVersion: RulesVersion = {
  version: 0,
  effectiveFrom: "1970-01-01T00:00:00Z",
  rules: defaultRules,
};

/**
 * M4: the version whose `effectiveFrom` is the latest not after the order's creation; of two from the same instant the
 * higher number.
 * @throws InstantFormatError
 */
export function chooseRules(versions: readonly RulesVersion[], orderCreatedAt: string): RulesVersion {
  return versions.reduce((chosen, one) => {
    if (!isNotAfter(one.effectiveFrom, orderCreatedAt)) return chosen;
    const order = compareInstants(one.effectiveFrom, chosen.effectiveFrom);
    return order > 0 || (order === 0 && one.version > chosen.version) ? one : chosen;
  }, noVersion);
}

/** What counted as a new customer for an order whose attribution is kept so; older versions of the app kept nothing. */
export function newCustomerIn(
  attribution: Readonly<Record<string, unknown>>,
): AttributionRules["newCustomer"] {
  const { rules } = attribution;
  const isOther = typeof rules === "object" && rules !== null && "newCustomer" in rules;
  return isOther && rules.newCustomer === "affiliate" ? "affiliate" : "store";
}

/** The version that judged an order before; the defaults where none did. */
export function rulesOfVersion(versions: readonly RulesVersion[], version: number): RulesVersion {
  return versions.find((one) => one.version === version) ?? noVersion;
}
