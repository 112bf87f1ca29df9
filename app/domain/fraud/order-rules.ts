import { adClicksOf, adNetworkOf } from "../ad-click.ts";
import { epochMs } from "../instant.ts";
import { landingQuery } from "../landing-query.ts";
import type { ChosenRule, Finding, FlagKind } from "./rules.ts";
import type { BuyerTraces } from "./traces.ts";

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
export type Accusation = Finding & { readonly flagId: string };

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
export function selfReferral({ buyer, customer, marks }: OrderLook): Finding | null {
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
export function fastOrder({ createdAt, clickedAt }: OrderLook, limits: Limits): Finding | null {
  const most = limits["seconds"] ?? 0;
  if (clickedAt.length === 0) return null;
  const first = Math.min(...clickedAt.map(epochMs));
  const seconds = Math.max(0, Math.floor((epochMs(createdAt) - first) / 1000));
  if (seconds >= most) return null;
  const score = 100 - Math.trunc((50 * seconds) / most);
  return { kind: "fast-order", score, evidence: { seconds, least: most } };
}

/** The landing page's address says that an ad network led there, or a click that the order knows did. */
export function adClick({ landingSite, adClicks }: OrderLook, limits: Limits): Finding | null {
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
export function leakedCode({ byCodeAlone, leaked }: OrderLook): Finding | null {
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
