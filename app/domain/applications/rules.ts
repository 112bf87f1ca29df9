import type { Answer } from "./form.ts";

export const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmName = (typeof utmNames)[number];
export type Utm = Partial<Readonly<Record<UtmName, string>>>;

export type RuleCondition =
  | { readonly kind: "country"; readonly values: readonly string[] }
  | { readonly kind: "email-domain"; readonly values: readonly string[] }
  /** The site that the applicant came from, or a part of its address. */
  | { readonly kind: "referrer"; readonly values: readonly string[] }
  | { readonly kind: "utm"; readonly parameter: UtmName; readonly values: readonly string[] }
  | { readonly kind: "answer"; readonly fieldId: string; readonly values: readonly string[] }
  | { readonly kind: "orders"; readonly atLeast: number };

/** Approves an application for which every condition holds. */
export type ApprovalRule = { readonly name: string; readonly conditions: readonly RuleCondition[] };

/** Facts that rules judge: those of an applicant whose email address is confirmed. */
export type ApplicantFacts = {
  readonly email: string;
  /** ISO code as the applicant states it; empty where not stated. */
  readonly country: string;
  readonly referrer: string;
  readonly utm: Utm;
  readonly answers: readonly Answer[];
  /** Orders that the confirmed address placed in the store. */
  readonly orders: number;
};

/** The first rule that approves, or null. A rule without conditions approves nobody. */
export function approvingRule(rules: readonly ApprovalRule[], facts: ApplicantFacts): ApprovalRule | null {
  return (
    rules.find(
      ({ conditions }) => conditions.length > 0 && conditions.every((condition) => holds(condition, facts)),
    ) ?? null
  );
}

function holds(condition: RuleCondition, facts: ApplicantFacts): boolean {
  switch (condition.kind) {
    case "country":
      return isAmong(facts.country, condition.values);
    case "email-domain":
      return isAmong(facts.email.slice(facts.email.lastIndexOf("@") + 1), condition.values);
    case "referrer":
      return condition.values.some((value) => comesFrom(facts.referrer, value));
    case "utm":
      return isAmong(facts.utm[condition.parameter] ?? "", condition.values);
    case "answer": {
      const answer = facts.answers.find(({ fieldId }) => fieldId === condition.fieldId);
      return answer !== undefined && isAmong(answer.value, condition.values);
    }
    case "orders":
    default:
      return facts.orders >= condition.atLeast;
  }
}

function isAmong(text: string, values: readonly string[]): boolean {
  return text !== "" && values.some((value) => same(value) === same(text));
}

const same = (text: string): string => text.trim().toLowerCase();

/** "blog.example" also matches its subdomains; "blog.example/reviews" also the path below it. */
function comesFrom(referrer: string, value: string): boolean {
  const url = URL.parse(referrer);
  if (!url) return false;
  const [host = "", ...path] = same(value)
    .replace(/^https?:\/\//, "")
    .split("/");
  const isHost = host !== "" && (url.hostname === host || url.hostname.endsWith(`.${host}`));
  const wanted = `/${path.join("/")}`;
  const at = same(url.pathname);
  return (
    isHost && (wanted === "/" || at === wanted || at.startsWith(wanted.endsWith("/") ? wanted : `${wanted}/`))
  );
}
