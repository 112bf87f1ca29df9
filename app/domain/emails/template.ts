import { type EmailKind, emailKinds } from "./kinds.ts";
import { emailVariables, type VariableName, type VariableType } from "./variables.ts";

/** An email's text. Blank lines part the body's paragraphs, and `{name}` stands for a value. Nothing else is markup. */
export type EmailTemplate = { readonly subject: string; readonly body: string };

const variable = /\{([^{}]*)\}/g;

export type TemplateValues = Readonly<Partial<Record<VariableName, string>>>;

/** The subject as one line, and the paragraphs of the body. A paragraph without text is left out. */
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

/** True where each variable is one of the kind's. A stored template may name one that a later version no longer has. */
export function fitsKind(kind: EmailKind, { subject, body }: EmailTemplate): boolean {
  const known: readonly string[] = emailKinds[kind].variables;
  return namedIn(`${subject}\n${body}`).every((name) => known.includes(name));
}

function namedIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = ""]) => name);
}

// Marks that change the direction of the text after them, which would let a name rearrange a sentence.
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function cleanValue(name: VariableName, value: string): string {
  const type: VariableType = emailVariables[name].type;
  const lines = type === "paragraphs" ? value.split("\n") : [value];
  return lines.map((line) => isolated(type, oneLine(line.replaceAll(directionMarks, "")))).join("\n");
}

/** Keeps a name that is read from right to left from moving the words around it. */
function isolated(type: VariableType, text: string): string {
  return type === "text" && rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

function oneLine(text: string): string {
  return text.replaceAll(controls, " ").replaceAll(/ {2,}/g, " ").trim();
}
