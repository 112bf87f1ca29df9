import { Box, Button, FormLayout, InlineStack, Select, TextField } from "@shopify/polaris";
import type { JoiningWire } from "#app/contracts/joining.ts";
import {
  type FieldKind,
  type JoiningMode,
  mostConditions,
  type UtmName,
  utmNames,
} from "#app/domain/applications/joining.ts";

export const conditionNames: Readonly<Record<ConditionDraft["kind"], string>> = {
  country: "Country",
  "email-domain": "Email domain",
  referrer: "Came from",
  utm: "Campaign",
  answer: "Answer",
  orders: "Orders as customer",
};

const kinds = Object.entries(conditionNames).map(([value, label]) => ({ value, label }));
const parameters = utmNames.map((value) => ({ value, label: `utm_${value}` }));

type Props = {
  rule: RuleDraft;
  number: number;
  questions: readonly QuestionDraft[];
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<RuleDraft>) => void;
  onRemove: () => void;
};

/** An approval rule: a name, and conditions that must all be met. */
export function RuleFields({ rule, number, questions, errorOf, onChange, onRemove }: Props) {
  const { name, conditions } = rule;
  const nameError = errorOf("name");
  return (
    <Box padding="300" borderWidth="025" borderColor="border" borderRadius="200">
      <FormLayout>
        <TextField
          label={`Name of rule ${number}`}
          value={name}
          onChange={(text) => onChange({ name: text })}
          autoComplete="off"
          maxLength={120}
          placeholder={ruleName(rule, questions)}
          {...(nameError !== undefined && { error: nameError })}
        />
        {conditions.map((condition, index) => (
          <ConditionFields
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no id
            key={index}
            condition={condition}
            title={`Condition ${index + 1} of rule ${number}`}
            questions={questions}
            errorOf={(path) => errorOf(`conditions.${index}.${path}`)}
            onChange={(part) => onChange({ conditions: conditions.with(index, { ...condition, ...part }) })}
            onRemove={
              conditions.length === 1 ? null : () => onChange({ conditions: conditions.toSpliced(index, 1) })
            }
          />
        ))}
        <InlineStack align="space-between">
          <Button
            disabled={conditions.length >= mostConditions}
            onClick={() => onChange({ conditions: [...conditions, emptyCondition] })}
          >
            Add condition
          </Button>
          <Button variant="tertiary" onClick={onRemove} accessibilityLabel={`Remove rule ${number}`}>
            Remove
          </Button>
        </InlineStack>
      </FormLayout>
    </Box>
  );
}

type ConditionProps = {
  condition: ConditionDraft;
  title: string;
  questions: readonly QuestionDraft[];
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<ConditionDraft>) => void;
  onRemove: (() => void) | null;
};

const helpOf: Readonly<Record<ConditionDraft["kind"], string>> = {
  country: "Country codes, such as US, CA.",
  "email-domain": "Domains, such as agency.com.",
  referrer: "Sites, such as blog.com/reviews.",
  utm: "Values, with commas between them.",
  answer: "Answers, with commas between them.",
  orders: "Number of orders.",
};

function ConditionFields({ condition, title, questions, errorOf, onChange, onRemove }: ConditionProps) {
  const { kind, parameter, fieldId, values } = condition;
  const error = errorOf("values") ?? errorOf("atLeast");
  const questionError = errorOf("fieldId");
  return (
    <FormLayout.Group condensed>
      <Select
        label={title}
        options={kinds}
        value={kind}
        onChange={(value) => onChange({ kind: value as ConditionDraft["kind"], values: "" })}
      />
      {kind === "utm" && (
        <Select
          label="Parameter"
          options={parameters}
          value={parameter}
          onChange={(value) => onChange({ parameter: value as UtmName })}
        />
      )}
      {kind === "answer" && (
        <Select
          label="Question"
          options={questions.map(({ id, label }) => ({ value: id, label: label || id }))}
          placeholder="Choose a question"
          value={fieldId}
          onChange={(value) => onChange({ fieldId: value })}
          {...(questionError !== undefined && { error: questionError })}
        />
      )}
      <TextField
        label={kind === "orders" ? "At least" : "Is any of"}
        value={values}
        onChange={(text) => onChange({ values: text })}
        autoComplete="off"
        helpText={helpOf[kind]}
        {...(error !== undefined && { error })}
        {...(onRemove && {
          connectedRight: (
            <Button onClick={onRemove} accessibilityLabel={`Remove ${title.toLowerCase()}`}>
              Remove
            </Button>
          ),
        })}
      />
    </FormLayout.Group>
  );
}

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

export function draftOf(joining: JoiningWire): JoiningDraft {
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
export function bodyOf(draft: JoiningDraft, revision: number): unknown {
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
      name: rule.name.trim() || ruleName(rule, questions),
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

/** "Country is ES, PT and Orders as customer at least 2", cut to the length of a name. */
export function ruleName({ conditions }: RuleDraft, questions: readonly QuestionDraft[]): string {
  const texts = conditions.map((condition) => {
    const { kind, values } = condition;
    if (kind === "orders") return `${values}+ orders as customer`;
    return `${testedBy(condition, questions)}: ${listOf(values, ",").join(", ")}`;
  });
  return (
    texts
      .join(" and ")
      .replaceAll(/[<>;={}`\\]|--|\.\.\//g, " ")
      .slice(0, 120)
      .trim() || "Rule"
  );
}

function testedBy({ kind, parameter, fieldId }: ConditionDraft, questions: readonly QuestionDraft[]): string {
  if (kind === "utm") return `utm_${parameter}`;
  const question = questions.find(({ id }) => id === fieldId)?.label;
  return kind === "answer" && question ? question : conditionNames[kind];
}
