import { isStorable } from "../plain.ts";

export const joiningModes = ["invitation", "open"] as const;
export type JoiningMode = (typeof joiningModes)[number];

/** Joining of a program. It is not part of the frozen terms, because it says nothing about pay. */
export type Joining = {
  readonly mode: JoiningMode;
  /** The program's name in the address of its join page. Empty until it is saved. */
  readonly slug: string;
  readonly fields: readonly FormField[];
  readonly rules: readonly ApprovalRule[];
  /** The join page asks search engines to show it. */
  readonly isIndexable: boolean;
  /** Days after a decision until the same address can apply again. */
  readonly reapplyDays: number;
  /** Grows with each change. 0 until it is saved. */
  readonly revision: number;
};

export const defaultJoining: Joining = {
  mode: "invitation",
  slug: "",
  fields: [],
  rules: [],
  isIndexable: false,
  reapplyDays: 90,
  revision: 0,
};

export const mostFields = 20;
export const mostChoices = 50;
export const mostRules = 20;
export const mostConditions = 10;
export const mostValues = 50;
export const reapplyBounds = { least: 0, most: 3650 } as const;

export const applicationStatuses = ["unconfirmed", "new", "approved", "declined"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

const longestSlug = 60;

/** True for lower-case letters, digits and inner hyphens. */
export function isSlug(text: string): boolean {
  return text.length <= longestSlug && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}

/**
 * Suggests an address from a program's name, in Latin letters. Appends the first free number from 2 if
 * needed.
 */
export function suggestSlug(latinName: string, taken: ReadonlySet<string>): string {
  const words = latinName.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const stem = words.join("-").slice(0, 40).replace(/-+$/, "") || "program";
  let slug = stem;
  for (let number = 2; taken.has(slug); number += 1) slug = `${stem}-${number}`;
  return slug;
}

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
  /** ISO code as the applicant states it. Empty if not stated. */
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
  return text !== "" && values.some((value) => normalized(value) === normalized(text));
}

const normalized = (text: string): string => text.trim().toLowerCase();

/** "blog.example" also matches its subdomains; "blog.example/reviews" also the path below it. */
function comesFrom(referrer: string, value: string): boolean {
  const url = URL.parse(referrer);
  if (!url) return false;
  const [host = "", ...path] = normalized(value)
    .replace(/^https?:\/\//, "")
    .split("/");
  const isHost = host !== "" && (url.hostname === host || url.hostname.endsWith(`.${host}`));
  const wanted = `/${path.join("/")}`;
  const at = normalized(url.pathname);
  return (
    isHost && (wanted === "/" || at === wanted || at.startsWith(wanted.endsWith("/") ? wanted : `${wanted}/`))
  );
}

export const fieldKinds = ["text", "choice", "link", "checkbox"] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A question of a program's application form. */
export type FormField = {
  /** Unique within the form. Rules and answers refer to it. */
  readonly id: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly isRequired: boolean;
  /** Choices of a choice field. Empty for other kinds. */
  readonly choices: readonly string[];
};

/** An answer with the question as it was asked, so that a later edit of the form doesn't change its meaning. */
export type Answer = {
  readonly fieldId: string;
  readonly label: string;
  /** "yes" or "" for a checkbox. */
  readonly value: string;
};

export type AnswerFault = "missing" | "too-long" | "not-a-link" | "not-a-choice" | "not-plain-text";

export type AnswerProblem = { readonly fieldId: string; readonly fault: AnswerFault };

export const checkedAnswer = "yes";
export const longestAnswer = 2000;
const longestLink = 500;

/** Control characters, and marks that change the direction of text. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const markup = /<[a-z!/?]/i;

/** The answers to a form's questions, or each question with an invalid answer. */
export function readAnswers(
  fields: readonly FormField[],
  given: Readonly<Record<string, string>>,
): { readonly answers: readonly Answer[] } | { readonly problems: readonly AnswerProblem[] } {
  const problems: AnswerProblem[] = [];
  const answers = fields.map((field): Answer => {
    const value = (Object.hasOwn(given, field.id) ? (given[field.id] ?? "") : "")
      .replaceAll("\r\n", "\n")
      .trim();
    const fault = faultOf(field, value);
    if (fault) problems.push({ fieldId: field.id, fault });
    return {
      fieldId: field.id,
      label: field.label,
      value: field.kind === "link" ? withScheme(value) : value,
    };
  });
  return problems.length > 0 ? { problems } : { answers };
}

function faultOf(field: FormField, value: string): AnswerFault | null {
  if (value === "") return field.isRequired ? "missing" : null;
  switch (field.kind) {
    case "checkbox":
      return value === checkedAnswer ? null : "not-a-choice";
    case "choice":
      return field.choices.includes(value) ? null : "not-a-choice";
    case "link":
      if (value.length > longestLink) return "too-long";
      return isLink(withScheme(value)) ? null : "not-a-link";
    case "text":
    default:
      if (value.length > longestAnswer) return "too-long";
      return isPlain(value) ? null : "not-plain-text";
  }
}

function isPlain(text: string): boolean {
  return isStorable(text) && !markup.test(text) && !unseen.test(text.replaceAll(/[\n\t]/g, " "));
}

/** People write "instagram.com/ana" without a scheme. */
function withScheme(text: string): string {
  return text === "" || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

function isLink(text: string): boolean {
  if (!isPlain(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && hostname.includes(".") && username === "" && password === "";
}
