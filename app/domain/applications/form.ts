import { isStorable } from "../plain.ts";

export const fieldKinds = ["text", "choice", "link", "checkbox"] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A question of a program's application form. */
export type FormField = {
  /** Unique within the form; rules and answers name the field by it. */
  readonly id: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly isRequired: boolean;
  /** For a choice; empty for the other kinds. */
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

/** Controls, and marks that turn the direction of the text around them. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const markup = /<[a-z!/?]/i;

/** The answers to a form's questions, or each question whose answer can't be taken. */
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
