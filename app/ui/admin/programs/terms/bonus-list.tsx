import {
  BlockStack,
  Button,
  Checkbox,
  FormLayout,
  InlineError,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { type BonusDraft, freeId, replaced, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt, useFieldFault } from "./editor-context.ts";
import { MoneyField } from "./money-field.tsx";
import { ThresholdFields } from "./threshold-fields.tsx";

type Props = { bonuses: BonusDraft[]; onChange: (bonuses: BonusDraft[]) => void };

/** T11: what is paid beside the orders when something is reached. */
export function BonusList({ bonuses, onChange }: Props) {
  const currencyCode = useEditorCurrency();
  const fault = useFaultAt("terms.bonuses");
  function add(name: string, count: string) {
    const bonus: BonusDraft = {
      id: freeId("bonus", bonuses),
      name,
      atLeast: { measure: "orders", count },
      repeats: false,
      amount: { amount: "", currencyCode },
    };
    onChange([...bonuses, bonus]);
  }
  return (
    <BlockStack gap="300">
      {bonuses.length === 0 && (
        <Text as="p" tone="subdued">
          No bonuses.
        </Text>
      )}
      {fault !== undefined && <InlineError fieldID="bonuses" message={fault} />}
      {bonuses.map((bonus, index) => (
        <BonusFields
          key={bonus.id}
          bonus={bonus}
          index={index}
          onChange={(next) => onChange(replaced(bonuses, index, next))}
          onRemove={() => onChange(without(bonuses, index))}
        />
      ))}
      <InlineStack gap="200">
        <Button onClick={() => add("First sale", "1")} disabled={bonuses.length >= 20}>
          Add first-sale bonus
        </Button>
        <Button onClick={() => add("Milestone", "")} disabled={bonuses.length >= 20}>
          Add milestone
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

type BonusProps = {
  bonus: BonusDraft;
  index: number;
  onChange: (bonus: BonusDraft) => void;
  onRemove: () => void;
};

function BonusFields({ bonus, index, onChange, onRemove }: BonusProps) {
  const path = `terms.bonuses.${index}`;
  const name = bonus.name.trim() === "" ? `Bonus ${index + 1}` : bonus.name;
  return (
    <fieldset className="editor-part">
      <legend>{name}</legend>
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group condensed>
            <TextField
              label="Name of the bonus"
              value={bonus.name}
              maxLength={120}
              autoComplete="off"
              onChange={(value) => onChange({ ...bonus, name: value })}
              {...useFieldFault(`${path}.name`, `${path}.id`)}
            />
            <MoneyField
              label="Bonus"
              path={`${path}.amount`}
              value={bonus.amount}
              onChange={(amount) => onChange({ ...bonus, amount })}
            />
          </FormLayout.Group>
          <ThresholdFields
            threshold={bonus.atLeast}
            path={`${path}.atLeast`}
            onChange={(atLeast) => onChange({ ...bonus, atLeast })}
          />
          <Checkbox
            label="Pays again at every further multiple"
            checked={bonus.repeats}
            onChange={(repeats) => onChange({ ...bonus, repeats })}
          />
        </FormLayout>
        <div>
          <Button
            variant="plain"
            tone="critical"
            accessibilityLabel={`Remove bonus: ${name}`}
            onClick={onRemove}
          >
            Remove bonus
          </Button>
        </div>
      </BlockStack>
    </fieldset>
  );
}
