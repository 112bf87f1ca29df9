import { adNetworkOf, adNetworks } from "./ad-networks.ts";
import { refundClaimsOf, discrepancyOf } from "../charges.ts";
import { voidingReason } from "../commission.ts";
import { epochMs } from "../instant.ts";
import type { OrderFacts } from "../order.ts";
import { landingQuery } from "../referral-code.ts";
import type { RefundFacts } from "../refund-facts.ts";
import type { BuyerTraces } from "./traces.ts";

/** Kinds of flags. They are stored in the database and in API answers. Their texts may change. */
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

/** Action of a flag: show it, stop the release, or take the commission back. */
export const flagActions = ["note", "hold", "deny"] as const;
export type FlagAction = (typeof flagActions)[number];

/** The flag with the strongest action. Null when all only note. */
export function strongest<Flag extends { readonly action: FlagAction }>(flags: readonly Flag[]): Flag | null {
  return flags.find((one) => one.action === "deny") ?? flags.find((one) => one.action === "hold") ?? null;
}

/** Decision about a commission by a flag that holds or denies. */
export function decisionOf({ action }: { readonly action: FlagAction }): "held" | "denied" {
  return action === "deny" ? "denied" : "held";
}

export const ruleActions = ["off", ...flagActions] as const;
export type RuleAction = (typeof ruleActions)[number];

export const flagStatuses = ["open", "dismissed", "confirmed"] as const;
export type FlagStatus = (typeof flagStatuses)[number];

/** A number that a merchant may set, with its bounds. With bounds 0 and 1 it is a checkbox. */
type Limit = {
  readonly key: string;
  readonly usual: number;
  readonly least: number;
  readonly most: number;
};

/** True for a limit that is a checkbox. */
export function isYesNo({ least, most }: Pick<Limit, "least" | "most">): boolean {
  return least === 0 && most === 1;
}

type FraudRule = {
  readonly kind: FlagKind;
  readonly usual: RuleAction;
  readonly limits: readonly Limit[];
};

/**
 * All rules with their defaults. By default two rules hold: self-referral, because the affiliate pays
 * themselves, and refund mismatch, because the commission may be too high.
 */
export const fraudRules: readonly FraudRule[] = [
  {
    kind: "self-referral",
    usual: "hold",
    limits: [],
  },
  {
    kind: "fast-order",
    usual: "note",
    limits: [{ key: "seconds", usual: 10, least: 1, most: 600 }],
  },
  {
    kind: "ad-click",
    usual: "note",
    limits: [
      { key: "google", usual: 1, least: 0, most: 1 },
      { key: "meta", usual: 0, least: 0, most: 1 },
      { key: "others", usual: 1, least: 0, most: 1 },
    ],
  },
  {
    kind: "leaked-code",
    usual: "note",
    limits: [
      { key: "score", usual: 50, least: 20, most: 100 },
      { key: "orders", usual: 10, least: 5, most: 1000 },
    ],
  },
  {
    kind: "burst",
    usual: "note",
    limits: [
      { key: "times", usual: 5, least: 2, most: 100 },
      { key: "orders", usual: 10, least: 3, most: 1000 },
      {
        key: "visitors",
        usual: 5,
        least: 1,
        most: 1000,
      },
      { key: "clicks", usual: 50, least: 5, most: 10_000 },
    ],
  },
  {
    kind: "shared-payout",
    usual: "note",
    limits: [],
  },
  {
    kind: "refund-mismatch",
    usual: "hold",
    limits: [],
  },
];

/** A rule with the shop's settings, or the defaults. */
export type ChosenRule = {
  readonly kind: FlagKind;
  readonly action: RuleAction;
  readonly limits: Readonly<Record<string, number>>;
};

/** A shop's stored setting of a rule. */
export type StoredFraudRule = {
  readonly kind: string;
  readonly action: RuleAction;
  readonly limits: Readonly<Record<string, number>>;
};

/** All rules with the shop's settings. Limits that it did not set have their default. */
export function chosenRules(kept: readonly StoredFraudRule[]): ChosenRule[] {
  return fraudRules.map((rule) => {
    const own = kept.find((one) => one.kind === rule.kind);
    const limits = Object.fromEntries(rule.limits.map(({ key, usual }) => [key, own?.limits[key] ?? usual]));
    return { kind: rule.kind, action: own?.action ?? rule.usual, limits };
  });
}

/**
 * Finds a rule by its kind.
 * @throws RangeError when there is none
 */
export function ruleOf<Rule extends { readonly kind: string }>(rules: readonly Rule[], kind: FlagKind): Rule {
  const found = rules.find((one) => one.kind === kind);
  if (found === undefined) throw new RangeError(`There is no rule ${kind}.`);
  return found;
}

/** A finding of a rule, without personal data. Its text is made from this. */
export type Finding = {
  readonly kind: FlagKind;
  /** 0 to 100. */
  readonly score: number;
  readonly evidence: Readonly<Record<string, string | number | readonly string[]>>;
};

/**
 * Kinds that an affiliate may be told. The others would teach how to avoid detection, or are about other
 * affiliates.
 */
const toldKinds = ["self-referral", "ad-click", "refund-mismatch"] as const satisfies readonly FlagKind[];

/** Reason code of a hold or denial by a rule, as the affiliate may see it. */
export type RuleWhy = `rule-${(typeof toldKinds)[number]}` | "in-review";

export function ruleWhy(kind: string): RuleWhy {
  const told = toldKinds.find((one) => one === kind);
  return told ? `rule-${told}` : "in-review";
}

/** Keyed hashes by which an affiliate is recognized as a buyer. */
export type Marks = {
  readonly emails: ReadonlySet<string>;
  readonly customers: ReadonlySet<string>;
  readonly households: ReadonlySet<string>;
};

/** Facts of a credited order that the fraud rules look at. */
export type OrderCheckInput = {
  readonly createdAt: string;
  readonly buyer: BuyerTraces | null;
  /** Keyed hash of the customer's id. */
  readonly customer: string | null;
  readonly landingSite: string | null;
  /** Ad-network parameters on the affiliate's clicks, in this session or an earlier one. */
  readonly adClicks: readonly string[];
  /** Marks of the credited affiliate. */
  readonly marks: Marks;
  /** When the affiliate's links were clicked, ISO instants. */
  readonly clickedAt: readonly string[];
  /** True when the affiliate's code won and no other signal points to the affiliate. */
  readonly byCodeAlone: boolean;
  /** The winning code and its flag's score, if the code is flagged as leaked. */
  readonly leaked: { readonly code: string; readonly score: number } | null;
  /** The credited affiliate's flags that are not dismissed, cover this order, and hold or deny. */
  readonly accusations: readonly AffiliateFinding[];
  /** Two different sums of the order's refunds, as decimals of the currency. */
  readonly refundMismatch: {
    readonly paid: string;
    readonly claimed: string;
    readonly currency: string;
  } | null;
};

/** A flag about an affiliate by which their orders are held or denied. */
type AffiliateFinding = Finding & { readonly flagId: string };

type RuleLimits = ChosenRule["limits"];
type RuleCheck = (look: OrderCheckInput, limits: RuleLimits) => Finding | null;

const ruleChecks: readonly (readonly [FlagKind, RuleCheck])[] = [
  ["self-referral", selfReferral],
  ["fast-order", fastOrder],
  ["ad-click", adClick],
  ["leaked-code", leakedCode],
  ["burst", (look) => findAccusation(look, "burst")],
  ["shared-payout", (look) => findAccusation(look, "shared-payout")],
  ["refund-mismatch", refundMismatch],
];

/** Findings about a credited order, by the rules that are not switched off. @throws InstantFormatError */
export function checkOrder(look: OrderCheckInput, rules: readonly ChosenRule[]): Finding[] {
  return ruleChecks.flatMap(([kind, found]) => {
    const rule = rules.find((one) => one.kind === kind);
    return rule && rule.action !== "off" ? (found(look, rule.limits) ?? []) : [];
  });
}

const certainty: Readonly<Record<string, number>> = { email: 100, customer: 95, household: 80 };

/** The customer is the affiliate. The evidence says which kinds of data match, never the data. */
function selfReferral({ buyer, customer, marks }: OrderCheckInput): Finding | null {
  const same: string[] = [];
  if (buyer?.email && marks.emails.has(buyer.email)) same.push("email");
  if (customer !== null && marks.customers.has(customer)) same.push("customer");
  if (buyer?.households.some((one) => marks.households.has(one))) same.push("household");
  if (same.length === 0) return null;
  const [score = 100] = same.map((one) => certainty[one] ?? 0);
  return { kind: "self-referral", score, evidence: { same } };
}

/**
 * Measures from the affiliate's first click that the order knows: a shopper who came earlier was sent, even if
 * something clicked again at checkout. Shopify's order times have whole seconds, so an order in the second of
 * the click counts as 0 seconds.
 */
function fastOrder({ createdAt, clickedAt }: OrderCheckInput, limits: RuleLimits): Finding | null {
  const most = limits["seconds"] ?? 0;
  if (clickedAt.length === 0) return null;
  const first = Math.min(...clickedAt.map(epochMs));
  const seconds = Math.max(0, Math.floor((epochMs(createdAt) - first) / 1000));
  if (seconds >= most) return null;
  const score = 100 - Math.trunc((50 * seconds) / most);
  return { kind: "fast-order", score, evidence: { seconds, least: most } };
}

/** The landing page's address has an ad network's parameter, or one of the order's clicks had. */
function adClick({ landingSite, adClicks }: OrderCheckInput, limits: RuleLimits): Finding | null {
  const wanted = (names: readonly string[]) => names.find((name) => isWanted(adNetworkOf(name), limits));
  const landed = wanted(adClicksOf(landingQuery(landingSite).keys()));
  const parameter = landed ?? wanted(adClicks);
  if (parameter === undefined) return null;
  const network = adNetworkOf(parameter) ?? parameter;
  const evidence = { parameter, network, ...(landed === undefined && { of: "click" }) };
  return { kind: "ad-click", score: 70, evidence };
}

function isWanted(network: string | null, limits: RuleLimits): boolean {
  if (network === null) return false;
  if (network.startsWith("Google")) return limits["google"] === 1;
  return limits[network === "Meta" ? "meta" : "others"] === 1;
}

/** A leaked code won the order, and no visit supports the affiliate. */
function leakedCode({ byCodeAlone, leaked }: OrderCheckInput): Finding | null {
  if (leaked === null || !byCodeAlone) return null;
  return { kind: "leaked-code", score: leaked.score, evidence: { code: leaked.code } };
}

/** The commission follows the refund's lines, but the amount paid back differs from them. */
function refundMismatch({ refundMismatch: evidence }: OrderCheckInput): Finding | null {
  return evidence && { kind: "refund-mismatch", score: 100, evidence };
}

/** A flag on the affiliate applies to the order. Keeps the flag's evidence and adds its id. */
function findAccusation({ accusations, byCodeAlone }: OrderCheckInput, kind: FlagKind): Finding | null {
  const found = accusations.find(
    (one) => one.kind === kind && !(byCodeAlone && one.evidence["clicks"] !== undefined),
  );
  if (found === undefined) return null;
  const { flagId, evidence, score } = found;
  return { kind, score, evidence: { ...evidence, flag: flagId } };
}

/**
 * Amount that the shopper got back, including tax and shipping, in minor units of shop money. For display only:
 * commissions are reduced line by line (M9).
 */
export function refundedOf(refund: RefundFacts, taxesIncluded: boolean): bigint {
  const claims = refundClaimsOf(refund, taxesIncluded, [{ id: "shipping", weight: 1n }]);
  const claimed = claims.reduce((total, claim) => total + claim.netMinor + claim.taxMinor, 0n);
  return claimed - discrepancyOf(refund);
}

/**
 * Amount that refunds paid back, and the sum of their lines, shipping and adjustments. Minor units of shop
 * money.
 */
type RefundMismatch = { readonly paidMinor: bigint; readonly claimedMinor: bigint };

/**
 * Totals of the refunds whose two amounts differ. Null when none does, or when the order earns nothing anyway
 * (M9).
 */
export function refundMismatchOf(facts: OrderFacts): RefundMismatch | null {
  if (voidingReason(facts) !== null) return null;
  const sums = facts.refunds.flatMap((refund) => {
    const claimedMinor = refundedOf(refund, facts.taxesIncluded);
    const { paidMinor = claimedMinor } = refund;
    return isExplained(paidMinor - claimedMinor, facts) ? [] : [{ paidMinor, claimedMinor }];
  });
  if (sums.length === 0) return null;
  return sums.reduce((total, one) => ({
    paidMinor: total.paidMinor + one.paidMinor,
    claimedMinor: total.claimedMinor + one.claimedMinor,
  }));
}

/**
 * Duties are paid back outside the lines, and a smaller refund may have paid for goods added by an exchange.
 */
function isExplained(differenceMinor: bigint, { dutiesMinor, linesAddedLater }: OrderFacts): boolean {
  if (differenceMinor > 0n) return differenceMinor <= dutiesMinor;
  return differenceMinor === 0n || linesAddedLater.length > 0;
}

/** Ad parameters among those of an address, in lower case and in their order, at most one per network. */
export function adClicksOf(parameters: Iterable<string>): string[] {
  const first = new Map<string, string>();
  for (const name of parameters) {
    const key = name.toLowerCase();
    const network = adNetworks.get(key);
    if (network !== undefined && !first.has(network)) first.set(network, key);
  }
  return [...first.values()];
}

/** The form in which a click stores ad parameters: names joined by spaces, since no name contains one. */
export function keptAdClicks(parameters: readonly string[]): string {
  return parameters.join(" ");
}

/** Value that a click kept: '' is none. */
export function readAdClicks(kept: string): string[] {
  return kept === "" ? [] : kept.split(" ");
}
