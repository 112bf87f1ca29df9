import { Box, Button, FormLayout, InlineStack, Select, TextField } from "@shopify/polaris";
import { mostConditions, type UtmName, utmNames } from "#app/domain/applications/joining.ts";
import { useText } from "../../../texts/use-text.ts";
import {
  approvalRuleName,
  type ConditionDraft,
  conditionKinds,
  emptyCondition,
  type QuestionDraft,
  type RuleDraft,
} from "./joining-draft.ts";

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
export function ApprovalRuleFields({ rule, number, questions, errorOf, onChange, onRemove }: Props) {
  const { name, conditions } = rule;
  const t = useText("programs");
  const nameError = errorOf("name");
  return (
    <Box padding="300" borderWidth="025" borderColor="border" borderRadius="200">
      <FormLayout>
        <TextField
          label={t("joining.ruleName", { number })}
          value={name}
          onChange={(text) => onChange({ name: text })}
          autoComplete="off"
          maxLength={120}
          placeholder={approvalRuleName(rule, questions)}
          {...(nameError !== undefined && { error: nameError })}
        />
        {conditions.map((condition, index) => (
          <ConditionFields
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no id
            key={index}
            condition={condition}
            number={index + 1}
            rule={number}
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
            {t("joining.addCondition")}
          </Button>
          <Button
            variant="tertiary"
            onClick={onRemove}
            accessibilityLabel={t("joining.removeRule", { number })}
          >
            {t("joining.remove")}
          </Button>
        </InlineStack>
      </FormLayout>
    </Box>
  );
}

type ConditionProps = {
  condition: ConditionDraft;
  number: number;
  rule: number;
  questions: readonly QuestionDraft[];
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<ConditionDraft>) => void;
  onRemove: (() => void) | null;
};

function ConditionFields({
  condition,
  number,
  rule,
  questions,
  errorOf,
  onChange,
  onRemove,
}: ConditionProps) {
  const t = useText("programs");
  const { kind, parameter, fieldId, values } = condition;
  const error = errorOf("values") ?? errorOf("atLeast");
  const questionError = errorOf("fieldId");
  return (
    <FormLayout.Group condensed>
      <Select
        label={t("joining.condition", { condition: number, rule })}
        options={conditionKinds.map((one) => ({ value: one, label: t(`joining.conditions.${one}`) }))}
        value={kind}
        onChange={(value) => onChange({ kind: value as ConditionDraft["kind"], values: "" })}
      />
      {kind === "utm" && (
        <Select
          label={t("joining.parameter")}
          options={parameters}
          value={parameter}
          onChange={(value) => onChange({ parameter: value as UtmName })}
        />
      )}
      {kind === "answer" && (
        <Select
          label={t("joining.askedQuestion")}
          options={questions.map(({ id, label }) => ({ value: id, label: label || id }))}
          placeholder={t("joining.chooseQuestion")}
          value={fieldId}
          onChange={(value) => onChange({ fieldId: value })}
          {...(questionError !== undefined && { error: questionError })}
        />
      )}
      <TextField
        label={kind === "orders" ? t("joining.atLeast") : t("joining.anyOf")}
        value={values}
        onChange={(text) => onChange({ values: text })}
        autoComplete="off"
        helpText={t(`joining.help.${kind}`)}
        {...(error !== undefined && { error })}
        {...(onRemove && {
          connectedRight: (
            <Button
              onClick={onRemove}
              accessibilityLabel={t("joining.removeCondition", { condition: number, rule })}
            >
              {t("joining.remove")}
            </Button>
          ),
        })}
      />
    </FormLayout.Group>
  );
}
