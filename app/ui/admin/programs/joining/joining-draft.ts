import type { JoiningWire } from "#app/contracts/joining.ts";
import type { FieldKind, JoiningMode, UtmName } from "#app/domain/applications/joining.ts";
import { merchantText } from "../../../texts/use-text.ts";

const t = merchantText("programs");

type RuleWire = JoiningWire["rules"][number];
type ConditionWire = RuleWire["conditions"][number];

/** A question as it is edited: choices one per line. */
export type QuestionDraft = {
  readonly id: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly required: boolean;
  readonly choices: string;
};

/** A condition as it is edited: values with commas between them, the number of orders as text. */
export type ConditionDraft = {
  readonly kind: ConditionWire["kind"];
  readonly parameter: UtmName;
  readonly fieldId: string;
  readonly values: string;
};

export type RuleDraft = { readonly name: string; readonly conditions: readonly ConditionDraft[] };

export type JoiningDraft = {
  readonly mode: JoiningMode;
  readonly slug: string;
  readonly questions: readonly QuestionDraft[];
  readonly rules: readonly RuleDraft[];
  readonly indexable: boolean;
  readonly reapplyDays: string;
};

export const conditionKinds = ["country", "email-domain", "referrer", "utm", "answer", "orders"] as const;

export const emptyCondition: ConditionDraft = {
  kind: "country",
  parameter: "source",
  fieldId: "",
  values: "",
};

/** A question with a new id. */
export function newQuestion(others: readonly QuestionDraft[]): QuestionDraft {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`q${number}`)) number += 1;
  return { id: `q${number}`, kind: "text", label: "", required: false, choices: "" };
}

export function joiningDraft(joining: JoiningWire): JoiningDraft {
  const { mode, slug, fields, rules, indexable, reapplyDays } = joining;
  return {
    mode,
    slug,
    indexable,
    reapplyDays: String(reapplyDays),
    questions: fields.map(({ choices, ...field }) => ({ ...field, choices: choices.join("\n") })),
    rules: rules.map(({ name, conditions }) => ({ name, conditions: conditions.map(conditionDraftOf) })),
  };
}

function conditionDraftOf(condition: ConditionWire): ConditionDraft {
  const { kind } = condition;
  return {
    ...emptyCondition,
    kind,
    ...(condition.kind === "utm" && { parameter: condition.parameter }),
    ...(condition.kind === "answer" && { fieldId: condition.fieldId }),
    values: condition.kind === "orders" ? String(condition.atLeast) : condition.values.join(", "),
  };
}

/** The body that the server checks. A rule without a name is named after its conditions. */
export function joiningBody(draft: JoiningDraft, revision: number): unknown {
  const { mode, slug, questions, rules, indexable, reapplyDays } = draft;
  return {
    mode,
    slug,
    indexable,
    reapplyDays: numberOf(reapplyDays),
    revision,
    fields: questions.map(({ choices, ...question }) => ({
      ...question,
      choices: question.kind === "choice" ? listOf(choices, "\n") : [],
    })),
    rules: rules.map((rule) => ({
      name: rule.name.trim() || approvalRuleName(rule, questions),
      conditions: rule.conditions.map(conditionBody),
    })),
  };
}

function conditionBody({ kind, parameter, fieldId, values }: ConditionDraft): unknown {
  if (kind === "orders") return { kind, atLeast: numberOf(values) };
  const list = listOf(values, ",");
  if (kind === "utm") return { kind, parameter, values: list };
  return kind === "answer" ? { kind, fieldId, values: list } : { kind, values: list };
}

/** Anything but a whole number stays text, so that the server reports it at the field. */
function numberOf(text: string): number | string {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : text;
}

function listOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** "Country: ES, PT and 2+ orders as customer", cut to the length of a name. */
export function approvalRuleName({ conditions }: RuleDraft, questions: readonly QuestionDraft[]): string {
  const texts = conditions.map((condition) => {
    const { kind, values } = condition;
    if (kind === "orders") return t("joining.ordersName", { number: values });
    return `${testedBy(condition, questions)}: ${listOf(values, ",").join(", ")}`;
  });
  const [first = "", ...rest] = texts;
  return (
    rest
      .reduce((text, last) => t("joining.and", { first: text, last }), first)
      .replaceAll(/[<>;={}`\\]|--|\.\.\//g, " ")
      .slice(0, 120)
      .trim() || t("joining.unnamedRule")
  );
}

function testedBy({ kind, parameter, fieldId }: ConditionDraft, questions: readonly QuestionDraft[]): string {
  if (kind === "utm") return `utm_${parameter}`;
  const question = questions.find(({ id }) => id === fieldId)?.label;
  return kind === "answer" && question ? question : t(`joining.conditions.${kind}`);
}

/** How people join, in one line. */
export function joiningWords({ mode, questions, rules }: JoiningDraft): string {
  if (mode === "invitation") return t("joining.summary.invitation");
  return [
    t("joining.summary.open"),
    ...(questions.length > 0 ? [t("joining.questions", { count: questions.length })] : []),
    ...(rules.length > 0 ? [t("joining.rules", { count: rules.length })] : []),
  ].join(", ");
}
