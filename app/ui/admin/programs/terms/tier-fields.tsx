import { BlockStack, Box, Button, FormLayout, InlineError, InlineStack, Text } from "@shopify/polaris";
import { type PayDraft, replaced, type ThresholdDraft, without } from "./draft.ts";
import { useFaultAt } from "./editor-context.ts";
import { FlatPayPicker } from "./flat-pay-picker.tsx";
import { PeriodFields } from "./period-fields.tsx";
import { ThresholdFields } from "./threshold-fields.tsx";
import { useItemKeys } from "./use-item-keys.ts";

type Tiered = Extract<PayDraft, { type: "tiered" }>;
type Props = { pay: Tiered; path: string; onChange: (pay: Tiered) => void };

/** T6: the pay below the first tier, and the tiers above it. */
export function TierFields({ pay, path, onChange }: Props) {
  const { steps } = pay;
  const fault = useFaultAt(`${path}.steps`);
  const { keys, drop } = useItemKeys(steps.length);
  function remove(index: number): void {
    drop(index);
    onChange({ ...pay, steps: without(steps, index) });
  }
  const setStep = (index: number, step: Tiered["steps"][number]) =>
    onChange({ ...pay, steps: replaced(steps, index, step) });
  function add() {
    const last = steps.at(-1);
    const step = { atLeast: emptied(last?.atLeast), pay: last?.pay ?? pay.below };
    onChange({ ...pay, steps: [...steps, step] });
  }
  return (
    <BlockStack gap="300">
      <FormLayout>
        <PeriodFields
          label="Counted"
          period={pay.period}
          path={`${path}.period`}
          onChange={(period) => onChange({ ...pay, period })}
        />
        <FlatPayPicker
          label="Below the first tier"
          pay={pay.below}
          path={`${path}.below`}
          onChange={(below) => onChange({ ...pay, below })}
        />
      </FormLayout>
      {fault !== undefined && <InlineError fieldID={`${path}.steps`} message={fault} />}
      {steps.map((step, index) => (
        <fieldset className="editor-part" key={keys[index]}>
          <legend>{`Tier ${index + 1}`}</legend>
          <FormLayout>
            <ThresholdFields
              threshold={step.atLeast}
              path={`${path}.steps.${index}.atLeast`}
              onChange={(atLeast) => setStep(index, { ...step, atLeast })}
            />
            <FlatPayPicker
              label="Then pays"
              pay={step.pay}
              path={`${path}.steps.${index}.pay`}
              onChange={(next) => setStep(index, { ...step, pay: next })}
            />
          </FormLayout>
          {steps.length > 1 && (
            <Box paddingBlockStart="200">
              <Button
                variant="plain"
                tone="critical"
                accessibilityLabel={`Remove tier ${index + 1}`}
                onClick={() => remove(index)}
              >
                Remove tier
              </Button>
            </Box>
          )}
        </fieldset>
      ))}
      <InlineStack gap="200" blockAlign="center">
        <Button onClick={add} disabled={steps.length >= 20}>
          Add tier
        </Button>
        <Text as="span" tone="subdued">
          An order is paid wholly by the tier that was reached before it.
        </Text>
      </InlineStack>
    </BlockStack>
  );
}

function emptied(before: ThresholdDraft | undefined): ThresholdDraft {
  if (before?.measure === "sales") return { measure: "sales", amount: { ...before.amount, amount: "" } };
  return { measure: "orders", count: "" };
}
