import type { AffiliateId, ClaimId, ClickId, ProgramId } from "./ids.ts";
import { referralKey } from "./referral-code.ts";

/** What every kind of evidence is made of. */
type Pointing<Kind extends string, At extends string | null> = {
  readonly kind: Kind;
  readonly affiliateId: AffiliateId;
  /** When it happened, or began; null for what came with the order itself. */
  readonly at: At;
};

/** A link that a shopper followed. */
type Linked = {
  /** The program whose link it was, where the link belongs to one. */
  readonly programId: ProgramId | null;
  /** What the affiliate wrote behind the link to tell clicks apart; '' for none. */
  readonly subId: string;
};

/** What an order says about who sent the shopper, once the store has found whose it is. */
export type Evidence =
  /** `at` is when the code became the affiliate's: an order made before that is not theirs (M19). */
  | (Pointing<"code", string> & {
      /** As the shopper entered it. */
      readonly code: string;
    })
  /** A signed click that the order itself carries: in the cart's attribute, or in the address of the landing page. */
  | (Pointing<"click", string> & Linked & { readonly clickId: ClickId })
  /** A signed click that the web pixel saw at the checkout; it decides where the order does not carry the same one. */
  | (Pointing<"pixel", string> & Linked & { readonly clickId: ClickId })
  /** A code in the address of the page where the buying session began; the platform does not say when that was. */
  | (Pointing<"landing", null> &
      Linked & {
        readonly code: string;
        /** `ref`, or the name that another system gave it, such as `sca_ref`. */
        readonly parameter: string;
      })
  /** The customer is bound to the affiliate since then. */
  | (Pointing<"customer", string> & {
      /** The order that bound them; '' where a person did. */
      readonly boundBy: string;
    })
  /** The affiliate owns a product of the order since then. */
  | (Pointing<"product", string> & { readonly productId: string })
  /** The affiliate said that the order was theirs, and a person agreed. */
  | (Pointing<"claim", null> & { readonly claimId: ClaimId })
  /** An affiliate's code in the order's tags or note, or in the customer's tags; of a link, in the link's program. */
  | (Pointing<"tag", null> & { readonly code: string; readonly programId: ProgramId | null })
  /** The order renews a subscription that began with an order credited to the affiliate in that program (M23). */
  | (Pointing<"renewal", string> & { readonly programId: ProgramId; readonly firstOrder: string });

export type EvidenceKind = Evidence["kind"];

export type ClickEvidence = Extract<Evidence, { readonly kind: "click" | "pixel" }>;

/** A signed click, whichever way it came. */
export function isClick(evidence: Evidence): evidence is ClickEvidence {
  return evidence.kind === "click" || evidence.kind === "pixel";
}

/** Every kind, in the order of precedence that holds while a shop chooses none, strongest first; `tag` is off then. */
export const evidenceKinds = [
  "code",
  "customer",
  "click",
  "landing",
  "pixel",
  "product",
  "claim",
  "renewal",
  "tag",
] as const satisfies readonly EvidenceKind[];

const kindNames: Record<EvidenceKind, string> = {
  code: "Discount code",
  customer: "Bound customer",
  click: "Click on a link",
  landing: "Landing page",
  pixel: "Click seen by the web pixel",
  product: "Product owner",
  claim: "Accepted claim",
  renewal: "Subscription renewal",
  tag: "Code in tags or note",
};

/** The words for a kind, on screens and in files. */
export function evidenceKindName(kind: EvidenceKind): string {
  return kindNames[kind];
}

/** What tells a piece of evidence from the others of its kind: a code, or the id of what it is about. */
export function signalOf(evidence: Evidence): string {
  if (isClick(evidence)) return evidence.clickId;
  if (evidence.kind === "customer") return evidence.boundBy;
  if (evidence.kind === "product") return evidence.productId;
  if (evidence.kind === "renewal") return evidence.firstOrder;
  return evidence.kind === "claim" ? evidence.claimId : evidence.code;
}

/** The sub-id of the link that was followed; null for evidence that is no link. */
export function subIdOf(evidence: Evidence): string | null {
  return "subId" in evidence ? evidence.subId : null;
}

/** What was known before stays known, in the order of finding it; what is new comes behind it (M19). */
export function joinEvidence(known: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const keys = new Set(known.map(keyOf));
  const joined = [...known];
  for (const one of found) {
    if (keys.has(keyOf(one))) continue;
    keys.add(keyOf(one));
    joined.push(one);
  }
  return joined;
}

/** M24: evidence as of now: codes in tags and notes as they are found, in their order; everything else only grows. */
export function currentEvidence(known: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const knownTags = new Map(known.filter(isTag).map((one) => [keyOf(one), one]));
  const tags = joinEvidence([], found.filter(isTag)).map((one) => knownTags.get(keyOf(one)) ?? one);
  return [...joinEvidence(withoutTags(known), withoutTags(found)), ...tags];
}

const isTag = ({ kind }: Evidence): boolean => kind === "tag";

/** Evidence that only grows, whatever becomes of tags and notes. */
export function withoutTags(evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter((one) => !isTag(one));
}

/** Known evidence is never copied, so the pieces themselves are compared. */
export function isSameEvidence(a: readonly Evidence[], b: readonly Evidence[]): boolean {
  return a.length === b.length && a.every((one, place) => one === b[place]);
}

function keyOf(evidence: Evidence): string {
  const parameter = evidence.kind === "landing" ? `${evidence.parameter} ` : "";
  // Two orders may say that the same customer is bound; one customer is bound to one affiliate only once.
  const whose = evidence.kind === "customer" ? `${evidence.affiliateId} ` : "";
  return `${evidence.kind} ${parameter}${whose}${referralKey(signalOf(evidence))}`;
}
