import type { Language } from "../languages.ts";
import type { Reason } from "../refusal-codes.ts";
import type { FieldError } from "../refusal.ts";
import { type EmailKind, emailKinds, switchOf, whyEssential } from "./kinds.ts";
import { emailVariables, type VariableName, type VariableType } from "./variables.ts";

/** An email's text. Blank lines separate paragraphs, and `{name}` is a variable. There is no other markup. */
export type EmailTemplate = { readonly subject: string; readonly body: string };

export const templateLimits = { subject: 200, body: 10_000 } as const;

const variable = /\{([^{}]*)\}/g;

export type TemplateValues = Readonly<Partial<Record<VariableName, string>>>;

/** The subject as one line, and the paragraphs of the body without empty ones. */
export function fillTemplate(
  { subject, body }: EmailTemplate,
  values: TemplateValues,
): { readonly subject: string; readonly paragraphs: readonly string[] } {
  const filled = (text: string) =>
    text.replaceAll(variable, (_all, name: VariableName) => cleanValue(name, values[name] ?? ""));
  const paragraphs = filled(body)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split("\n").map(oneLine).filter(Boolean).join("\n"));
  return { subject: oneLine(filled(subject)), paragraphs: paragraphs.filter(Boolean) };
}

/**
 * True if every variable is one of the kind's. A stored template may use one that a later version no longer
 * has.
 */
export function fitsKind(kind: EmailKind, { subject, body }: EmailTemplate): boolean {
  const known: readonly string[] = emailKinds[kind].variables;
  return namedIn(`${subject}\n${body}`).every((name) => known.includes(name));
}

/** A template as stored, with uniform line breaks and without spaces around texts. */
export function tidyTemplate({ subject, body }: EmailTemplate): EmailTemplate {
  return { subject: subject.trim(), body: body.replaceAll(/\r\n?/g, "\n").trim() };
}

/** Faults of a tidied template that somebody entered. */
export function templateFaults(kind: EmailKind, { subject, body }: EmailTemplate): FieldError[] {
  const faults = [
    { field: "subject", reason: subjectFault(subject) ?? variableFault(kind, subject) },
    { field: "body", reason: bodyFault(body) ?? variableFault(kind, body) },
  ];
  return faults.flatMap(({ field, reason }) => (reason === null ? [] : [{ field, reason }]));
}

function subjectFault(subject: string): Reason | null {
  if (subject === "") return { code: "value_missing", what: "subject" };
  if (subject.length > templateLimits.subject) return { code: "too_long", most: templateLimits.subject };
  return /[\r\n]/.test(subject) ? { code: "one_line" } : unseenFault(subject);
}

function bodyFault(body: string): Reason | null {
  if (body === "") return { code: "value_missing", what: "text" };
  if (body.length > templateLimits.body) return { code: "too_long", most: templateLimits.body };
  return unseenFault(body.replaceAll(/[\n\t]/g, " "));
}

function unseenFault(text: string): Reason | null {
  const hasUnseen = text.search(controls) >= 0 || text.search(directionMarks) >= 0;
  return hasUnseen || !text.isWellFormed() ? { code: "bad_characters" } : null;
}

function variableFault(kind: EmailKind, text: string): Reason | null {
  if (/[{}]/.test(text.replaceAll(variable, ""))) {
    return { code: "value_invalid", what: "template_brace" };
  }
  const known: readonly string[] = emailKinds[kind].variables;
  const unknown = namedIn(text).find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  const choices = known.map((name) => `{${name}}`).join(", ");
  return { code: "variable_unknown", name: `{${unknown.slice(0, 40)}}`, known: choices };
}

function namedIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = ""]) => name);
}

// Marks that change the direction of the text after them, with which a name could rearrange a sentence.
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function cleanValue(name: VariableName, value: string): string {
  const type: VariableType = emailVariables[name].type;
  const lines = type === "paragraphs" ? value.split("\n") : [value];
  return lines.map((line) => isolateText(type, oneLine(line.replaceAll(directionMarks, "")))).join("\n");
}

/** Keeps a right-to-left name from moving the words around it. */
function isolateText(type: VariableType, text: string): string {
  return type === "text" && rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

function oneLine(text: string): string {
  return text.replaceAll(controls, " ").replaceAll(/ {2,}/g, " ").trim();
}

type Samples = Partial<Record<VariableName, Readonly<Record<Language, string>>>>;

const declined: Samples = {
  message: {
    en: "We're looking for larger audiences right now.",
    de: "Wir suchen gerade größere Reichweiten.",
  },
};

/** Samples for emails that the usual sample doesn't fit. */
const samplesOfKinds: Partial<Record<EmailKind, Samples>> = {
  application_declined: declined,
  claim_accepted: { message: { en: "Thanks for telling us!", de: "Danke für den Hinweis!" } },
  claim_declined: {
    message: { en: "The customer used another code.", de: "Der Kunde hat einen anderen Code verwendet." },
  },
  terms_better: { changes: { en: "Coffee beans: 10% → 12%", de: "Coffee beans: 10 % → 12 %" } },
  claim_received: { news: { en: "2 new claims", de: "2 new claims" } },
  fraud_flag: {
    news: { en: "2 new fraud flags", de: "2 new fraud flags" },
    names: { en: "Self-referral and Fast checkout", de: "Self-referral and Fast checkout" },
  },
};

/** Sample value of a variable in an email. */
export function sampleOf(kind: EmailKind, name: VariableName, language: Language): string {
  return (samplesOfKinds[kind]?.[name] ?? emailVariables[name].sample)[language];
}

/** A text that a store wrote for one kind of email in one language. */
export type CustomTemplate = EmailTemplate & { readonly kind: string; readonly language: Language };

/** The store's name, logo, address and changes to its emails. */
export type EmailShop = {
  readonly name: string;
  /** Reply address. Null if the store has none. */
  readonly contactEmail: string | null;
  /** The uploaded logo. Without one, emails show the store's name. */
  readonly logo: { readonly hash: string; readonly width: number; readonly height: number } | null;
  readonly shopId: string;
  readonly templates: readonly CustomTemplate[];
  /** Kinds that the store turned off. */
  readonly off: readonly string[];
};

/** True if the store did not turn the email off. */
export function isOn({ off }: Pick<EmailShop, "off">, kind: EmailKind): boolean {
  const switched = switchOf(kind);
  return whyEssential(switched) !== null || !off.includes(switched);
}

/** The store's custom text. Null if there is none or it is outdated. */
export function customTemplate(
  { templates }: Pick<EmailShop, "templates">,
  kind: EmailKind,
  language: Language,
): EmailTemplate | null {
  const own = templates.find((one) => one.kind === kind && one.language === language);
  return own && fitsKind(kind, own) ? own : null;
}
