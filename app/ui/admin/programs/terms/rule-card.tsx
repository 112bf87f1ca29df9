import { BlockStack, InlineError, TextField } from "@shopify/polaris";
import { ConditionFields } from "./condition-fields.tsx";
import type { RuleDraft } from "./draft.ts";
import { useFaultAt, useFieldFault } from "./editor-context.ts";
import { PayPicker } from "./pay-picker.tsx";

type Props = {
  rule: RuleDraft;
  /** What it is called where it stands. */
  name: string;
  path: string;
  onChange: (rule: RuleDraft) => void;
};

/** One rule: its name, when it matches and what it then pays. */
export function RuleCard({ rule, name, path, onChange }: Props) {
  const fault = useFaultAt(path);
  return (
    <fieldset className="plain-fieldset" aria-label={name} id={`rule-${rule.id}`}>
      <BlockStack gap="400">
        {fault !== undefined && <InlineError fieldID={`rule-${rule.id}`} message={fault} />}
        <TextField
          label="Name of the rule"
          value={rule.name}
          maxLength={120}
          autoComplete="off"
          onChange={(value) => onChange({ ...rule, name: value })}
          {...useFieldFault(`${path}.name`, `${path}.id`)}
        />
        <ConditionFields
          condition={rule.when}
          path={`${path}.when`}
          onChange={(when) => onChange({ ...rule, when })}
        />
        <PayPicker pay={rule.pay} path={`${path}.pay`} onChange={(pay) => onChange({ ...rule, pay })} />
      </BlockStack>
    </fieldset>
  );
}
