import { claimsOf, discrepancyOf } from "../charges.ts";
import { voidingReason } from "../commission.ts";
import { epochMs } from "../instant.ts";
import type { OrderFacts } from "../order.ts";
import { landingQuery } from "../referral-code.ts";
import type { RefundFacts } from "../refund.ts";
import type { BuyerTraces } from "./traces.ts";

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
type Limit = {
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

type FraudRule = {
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

/** By which signs an affiliate is known again: keyed hashes. */
export type Marks = {
  readonly emails: ReadonlySet<string>;
  readonly customers: ReadonlySet<string>;
  readonly households: ReadonlySet<string>;
};

/** All that is looked at of a credited order. */
export type OrderLook = {
  readonly createdAt: string;
  readonly buyer: BuyerTraces | null;
  /** Keyed hash of the customer's number. */
  readonly customer: string | null;
  readonly landingSite: string | null;
  /** Parameters of ad networks that clicks of the affiliate carried, in this session or an earlier one. */
  readonly adClicks: readonly string[];
  /** Of whoever is credited. */
  readonly marks: Marks;
  /** When the affiliate's links were clicked, ISO instants. */
  readonly clickedAt: readonly string[];
  /** The affiliate's code won and nothing else points to the affiliate. */
  readonly byCodeAlone: boolean;
  /** The code that won, where a flag says that it is leaked; the flag's score. */
  readonly leaked: { readonly code: string; readonly score: number } | null;
  /** Flags of whoever is credited that stand, reach this order, and hold or deny. */
  readonly accusations: readonly Accusation[];
  /** Refunds whose two sums differ, as decimals of the currency. */
  readonly refundMismatch: {
    readonly paid: string;
    readonly claimed: string;
    readonly currency: string;
  } | null;
};

/** A flag about an affiliate that has their orders held or denied. */
type Accusation = Finding & { readonly flagId: string };

type Limits = ChosenRule["limits"];
type Look = (look: OrderLook, limits: Limits) => Finding | null;

const looks: readonly (readonly [FlagKind, Look])[] = [
  ["self-referral", selfReferral],
  ["fast-order", fastOrder],
  ["ad-click", adClick],
  ["leaked-code", leakedCode],
  ["burst", (look) => accused(look, "burst")],
  ["shared-payout", (look) => accused(look, "shared-payout")],
  ["refund-mismatch", refundMismatch],
];

/** What looks wrong about a credited order, by the rules that are not switched off. @throws InstantFormatError */
export function lookAtOrder(look: OrderLook, rules: readonly ChosenRule[]): Finding[] {
  return looks.flatMap(([kind, found]) => {
    const rule = rules.find((one) => one.kind === kind);
    return rule && rule.action !== "off" ? (found(look, rule.limits) ?? []) : [];
  });
}

const sureness: Readonly<Record<string, number>> = { email: 100, customer: 95, household: 80 };

/** The affiliate bought themself: what is the same is told, never what it is. */
function selfReferral({ buyer, customer, marks }: OrderLook): Finding | null {
  const same: string[] = [];
  if (buyer?.email && marks.emails.has(buyer.email)) same.push("email");
  if (customer !== null && marks.customers.has(customer)) same.push("customer");
  if (buyer?.households.some((one) => marks.households.has(one))) same.push("household");
  if (same.length === 0) return null;
  const [score = 100] = same.map((one) => sureness[one] ?? 0);
  return { kind: "self-referral", score, evidence: { same } };
}

/**
 * From the first click of the affiliate that the order knows: who came earlier too was sent, whatever clicked again at
 * the checkout. The platform stamps orders with whole seconds, so the order's own second counts as none.
 */
function fastOrder({ createdAt, clickedAt }: OrderLook, limits: Limits): Finding | null {
  const most = limits["seconds"] ?? 0;
  if (clickedAt.length === 0) return null;
  const first = Math.min(...clickedAt.map(epochMs));
  const seconds = Math.max(0, Math.floor((epochMs(createdAt) - first) / 1000));
  if (seconds >= most) return null;
  const score = 100 - Math.trunc((50 * seconds) / most);
  return { kind: "fast-order", score, evidence: { seconds, least: most } };
}

/** The landing page's address says that an ad network led there, or a click that the order knows did. */
function adClick({ landingSite, adClicks }: OrderLook, limits: Limits): Finding | null {
  const wanted = (names: readonly string[]) => names.find((name) => isWanted(adNetworkOf(name), limits));
  const landed = wanted(adClicksOf(landingQuery(landingSite).keys()));
  const parameter = landed ?? wanted(adClicks);
  if (parameter === undefined) return null;
  const network = adNetworkOf(parameter) ?? parameter;
  const evidence = { parameter, network, ...(landed === undefined && { of: "click" }) };
  return { kind: "ad-click", score: 70, evidence };
}

function isWanted(network: string | null, limits: Limits): boolean {
  if (network === null) return false;
  if (network.startsWith("Google")) return limits["google"] === 1;
  return limits[network === "Meta" ? "meta" : "others"] === 1;
}

/** The order was won by a leaked code, and no visit speaks for the affiliate. */
function leakedCode({ byCodeAlone, leaked }: OrderLook): Finding | null {
  if (leaked === null || !byCodeAlone) return null;
  return { kind: "leaked-code", score: leaked.score, evidence: { code: leaked.code } };
}

/** The commission follows what the refund says of its lines, which the money contradicts. */
function refundMismatch({ refundMismatch: evidence }: OrderLook): Finding | null {
  return evidence && { kind: "refund-mismatch", score: 100, evidence };
}

/** The order is of an affiliate whom a flag accuses: the same evidence, with the flag that it comes from. */
function accused({ accusations, byCodeAlone }: OrderLook, kind: FlagKind): Finding | null {
  const found = accusations.find(
    (one) => one.kind === kind && !(byCodeAlone && one.evidence["clicks"] !== undefined),
  );
  if (found === undefined) return null;
  const { flagId, evidence, score } = found;
  return { kind, score, evidence: { ...evidence, flag: flagId } };
}

/**
 * What the shopper got back with a refund, tax and shipping included, in minor units of shop money. For reading only:
 * what a refund takes from a commission is reckoned line by line (M9).
 */
export function refundedOf(refund: RefundFacts, taxesIncluded: boolean): bigint {
  const claims = claimsOf(refund, taxesIncluded, [{ id: "shipping", weight: 1n }]);
  const claimed = claims.reduce((total, claim) => total + claim.netMinor + claim.taxMinor, 0n);
  return claimed - discrepancyOf(refund);
}

/** Amount that refunds paid back, and the sum of their lines, shipping and adjustments. Minor units of shop money. */
type RefundMismatch = { readonly paidMinor: bigint; readonly claimedMinor: bigint };

/** The refunds of an order whose two sums differ, together; null where none does, or nothing stands anyway (M9). */
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

/** Duties are paid back beside the lines, and what came back may have paid for goods taken in exchange. */
function isExplained(differenceMinor: bigint, { dutiesMinor, linesAddedLater }: OrderFacts): boolean {
  if (differenceMinor > 0n) return differenceMinor <= dutiesMinor;
  return differenceMinor === 0n || linesAddedLater.length > 0;
}

/**
 * Parameters by which ad networks tell their own clicks: an address that carries one was paid for by an advertisement.
 * Source: the networks' documentation of auto-tagging.
 */
export const adNetworks: ReadonlyMap<string, string> = new Map([
  ["gclid", "Google Ads"],
  ["gbraid", "Google Ads"],
  ["wbraid", "Google Ads"],
  ["gad_source", "Google Ads"],
  ["gad_campaignid", "Google Ads"],
  ["gclsrc", "Google Ads"],
  ["dclid", "Google Display & Video 360"],
  ["fbclid", "Meta"],
  ["msclkid", "Microsoft Advertising"],
  ["ttclid", "TikTok Ads"],
  ["twclid", "X Ads"],
  ["li_fat_id", "LinkedIn Ads"],
  ["epik", "Pinterest Ads"],
  ["rdt_cid", "Reddit Ads"],
  ["sccid", "Snapchat Ads"],
  ["yclid", "Yandex Direct"],
  ["obclid", "Outbrain"],
  ["tblci", "Taboola"],
]);

/** The parameters that ad networks wrote, lower-cased: of each network the first, in the order of the address. */
export function adClicksOf(parameters: Iterable<string>): string[] {
  const first = new Map<string, string>();
  for (const name of parameters) {
    const key = name.toLowerCase();
    const network = adNetworks.get(key);
    if (network !== undefined && !first.has(network)) first.set(network, key);
  }
  return [...first.values()];
}

/** How a click keeps them, in one text: their names are without spaces, and one alone stands as it is. */
export function keptAdClicks(parameters: readonly string[]): string {
  return parameters.join(" ");
}

/** What a click kept: '' is none. */
export function readAdClicks(kept: string): string[] {
  return kept === "" ? [] : kept.split(" ");
}

/** Whose parameter it is; null where no network's. */
export function adNetworkOf(parameter: string): string | null {
  return adNetworks.get(parameter.toLowerCase()) ?? null;
}
