/** What is looked for. Kinds are kept in the database and in API answers; their words may improve. */
export const flagKinds = [
  "self-referral",
  "fast-order",
  "ad-click",
  "leaked-code",
  "burst",
  "shared-payout",
  "refund-mismatch",
] as const;
export type FlagKind = (typeof flagKinds)[number];

/** What a flag does: be seen, stop the release, or take the commission back. */
export const flagActions = ["note", "hold", "deny"] as const;
export type FlagAction = (typeof flagActions)[number];

/** The flag that does most; null where all of them only note. */
export function strongest<Flag extends { readonly action: FlagAction }>(flags: readonly Flag[]): Flag | null {
  return flags.find((one) => one.action === "deny") ?? flags.find((one) => one.action === "hold") ?? null;
}

/** What a flag that holds or denies makes of a commission. */
export function decisionOf({ action }: { readonly action: FlagAction }): "held" | "denied" {
  return action === "deny" ? "denied" : "held";
}

export const ruleActions = ["off", ...flagActions] as const;
export type RuleAction = (typeof ruleActions)[number];

export const flagStatuses = ["open", "dismissed", "confirmed"] as const;
export type FlagStatus = (typeof flagStatuses)[number];

/** A number that a merchant may set, with its bounds; one from 0 to 1 is a yes (1) or a no (0). */
export type Limit = {
  readonly key: string;
  readonly label: string;
  readonly usual: number;
  readonly least: number;
  readonly most: number;
};

/** Whether a limit is asked for as a box to tick. */
export function isYesNo({ least, most }: Pick<Limit, "least" | "most">): boolean {
  return least === 0 && most === 1;
}

export type FraudRule = {
  readonly kind: FlagKind;
  readonly name: string;
  readonly about: string;
  readonly usual: RuleAction;
  readonly limits: readonly Limit[];
};

/**
 * Each rule with what holds until a merchant chooses. Held unasked are an affiliate who pays themself, and a commission
 * that may be too high because a refund contradicts itself.
 */
export const fraudRules: readonly FraudRule[] = [
  {
    kind: "self-referral",
    name: "Self-referral",
    about:
      "The customer is the affiliate: the same e-mail address (however it is dotted or tagged), the same customer account, or the same surname at the same address.",
    usual: "hold",
    limits: [],
  },
  {
    kind: "fast-order",
    name: "Fast checkout",
    about:
      "Nobody reads a page, fills a cart and pays within seconds: the click was likely added at the checkout, by a browser extension say.",
    usual: "note",
    limits: [{ key: "seconds", label: "Seconds from click to order", usual: 10, least: 1, most: 600 }],
  },
  {
    kind: "ad-click",
    name: "Paid ad traffic",
    about:
      "The address of the landing page carries an ad network's click id: somebody paid for the visit that the affiliate is credited with.",
    usual: "note",
    limits: [
      { key: "google", label: "Google", usual: 1, least: 0, most: 1 },
      { key: "meta", label: "Meta", usual: 0, least: 0, most: 1 },
      { key: "others", label: "Other networks", usual: 1, least: 0, most: 1 },
    ],
  },
  {
    kind: "leaked-code",
    name: "Leaked code",
    about:
      "A code is used by many fresh customers who never followed a link, unlike before, or by visitors of coupon sites. Orders by such a code without a visit of the affiliate are flagged too.",
    usual: "note",
    limits: [
      { key: "score", label: "Score from which a code counts as leaked", usual: 50, least: 20, most: 100 },
      { key: "orders", label: "Orders within 30 days before it is judged", usual: 10, least: 5, most: 1000 },
    ],
  },
  {
    kind: "burst",
    name: "Order spike",
    about:
      "On one day an affiliate has far more orders than usual and too few visitors for them, or one visitor clicks again and again. Held or denied are the orders of that day; after many clicks of one visitor, those that a visit led to.",
    usual: "note",
    limits: [
      { key: "times", label: "Times the usual number of orders", usual: 5, least: 2, most: 100 },
      { key: "orders", label: "Fewest orders of such a day", usual: 10, least: 3, most: 1000 },
      {
        key: "visitors",
        label: "Visitors for each order, from which a busy day is no burst",
        usual: 5,
        least: 1,
        most: 1000,
      },
      { key: "clicks", label: "Clicks of one visitor on a day", usual: 50, least: 5, most: 10_000 },
    ],
  },
  {
    kind: "shared-payout",
    name: "Shared payout details",
    about:
      "Two affiliates are paid to the same account. Held or denied are the orders of both, as long as the flag is not dismissed.",
    usual: "note",
    limits: [],
  },
  {
    kind: "refund-mismatch",
    name: "Refund does not add up",
    about:
      "The amount paid back differs from the sum of the refund’s items, shipping, and adjustments. The commission follows that sum and may be wrong.",
    usual: "hold",
    limits: [],
  },
];

/** A rule as a shop uses it: its choice, or what holds without one. */
export type ChosenRule = {
  readonly kind: FlagKind;
  readonly action: RuleAction;
  readonly limits: Readonly<Record<string, number>>;
};

type KeptRule = {
  readonly kind: string;
  readonly action: RuleAction;
  readonly limits: Readonly<Record<string, number>>;
};

/** Every rule with what the shop chose; limits that it did not choose stand at their usual. */
export function chosenRules(kept: readonly KeptRule[]): ChosenRule[] {
  return fraudRules.map((rule) => {
    const own = kept.find((one) => one.kind === rule.kind);
    const limits = Object.fromEntries(rule.limits.map(({ key, usual }) => [key, own?.limits[key] ?? usual]));
    return { kind: rule.kind, action: own?.action ?? rule.usual, limits };
  });
}

/** One of the rules. @throws RangeError where it is none. */
export function ruleOf<Rule extends { readonly kind: string }>(rules: readonly Rule[], kind: FlagKind): Rule {
  const found = rules.find((one) => one.kind === kind);
  if (found === undefined) throw new RangeError(`There is no rule ${kind}.`);
  return found;
}

/** A flag's name, on screens and in files. */
export function flagKindName(kind: string): string {
  return fraudRules.find((one) => one.kind === kind)?.name ?? kind;
}

/** Something that looks wrong: plain data without personal data, from which its sentence is made. */
export type Finding = {
  readonly kind: FlagKind;
  /** 0 to 100. */
  readonly score: number;
  readonly evidence: Readonly<Record<string, string | number | readonly string[]>>;
};

/** "Self-referral rule": why a flag of this kind holds or denied a commission. */
export function ruleText(kind: string): string {
  return `${flagKindName(kind)} rule`;
}

/** Kinds that an affiliate may be told. The others would teach how to pass unseen, or are about other affiliates. */
const toldKinds = ["self-referral", "ad-click", "refund-mismatch"] as const satisfies readonly FlagKind[];

/** Why a rule holds or denied a commission, as far as its affiliate may know. */
export type RuleWhy = `rule-${(typeof toldKinds)[number]}` | "in-review";

export function ruleWhy(kind: string): RuleWhy {
  const told = toldKinds.find((one) => one === kind);
  return told ? `rule-${told}` : "in-review";
}

/** The reason for a hold or denial by a rule, as its affiliate reads it. */
export function ruleTextForAffiliate(kind: string): string {
  return ruleWhy(kind) === "in-review" ? "The store is reviewing it." : ruleText(kind);
}
