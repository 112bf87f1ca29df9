import { Box, Button, FormLayout, InlineStack, Select, TextField } from "@shopify/polaris";
import { mostConditions, type UtmName, utmNames } from "#app/domain/applications/joining.ts";
import {
  type ConditionDraft,
  conditionNames,
  emptyCondition,
  type QuestionDraft,
  type RuleDraft,
  ruleName,
} from "./joining-draft.ts";

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

/** One rule that approves by itself: a name, and conditions that must all hold. */
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
