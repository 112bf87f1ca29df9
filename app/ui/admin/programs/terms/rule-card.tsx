import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  InlineError,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { ConditionFields } from "./condition-fields.tsx";
import type { RuleDraft } from "./draft.ts";
import { useFaultAt, useFieldFault } from "./editor-context.ts";
import { PayPicker } from "./pay-picker.tsx";

type Props = {
  rule: RuleDraft;
  index: number;
  count: number;
  path: string;
  onChange: (rule: RuleDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Where the focus goes back to when a rule was moved. */
export function moveButtonId(ruleId: string, by: -1 | 1): string {
  return `move-${ruleId}-${by === -1 ? "up" : "down"}`;
}

/** One rule: its name, when it matches and what it then pays. */
export function RuleCard({ rule, index, count, path, onChange, onMove, onRemove }: Props) {
  const fault = useFaultAt(path);
  const name = rule.name.trim() === "" ? `Rule ${index + 1}` : rule.name;
  return (
    <Box as="li" borderColor="border" borderWidth="025" borderRadius="200" padding="400">
      <fieldset className="plain-fieldset" aria-label={name} id={`rule-${rule.id}`}>
        <BlockStack gap="400">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h3" variant="headingSm">
              {`${index + 1}. ${name}`}
            </Text>
            <ButtonGroup>
              <Button
                id={moveButtonId(rule.id, -1)}
                accessibilityLabel={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => onMove(-1)}
              >
                Up
              </Button>
              <Button
                id={moveButtonId(rule.id, 1)}
                accessibilityLabel={`Move ${name} down`}
                disabled={index === count - 1}
                onClick={() => onMove(1)}
              >
                Down
              </Button>
              <Button accessibilityLabel={`Remove ${name}`} tone="critical" onClick={onRemove}>
                Remove
              </Button>
            </ButtonGroup>
          </InlineStack>
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
    </Box>
  );
}
