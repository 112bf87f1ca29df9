import {
  BlockStack,
  Box,
  Button,
  FormLayout,
  InlineError,
  InlineStack,
  Select,
  Text,
} from "@shopify/polaris";
import { type FlatPayDraft, type PayDraft, replaced, type ThresholdDraft, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { FlatPayFields } from "./flat-pay-fields.tsx";
import { type FlatPayKind, flatPayKinds, payAs, type PayKind, payKinds, tiersOf } from "./pay-kinds.ts";
import { PeriodFields } from "./period-fields.tsx";
import { ThresholdFields } from "./threshold-fields.tsx";
import { useItemKeys } from "./use-item-keys.ts";

type Props = { pay: PayDraft; path: string; onChange: (pay: PayDraft) => void };

/** Kind of rate: percentage, fixed amount, none, or tiers. */
export function PayPicker({ pay, path, onChange }: Props) {
  const currency = useEditorCurrency();
  function choose(kind: string) {
    const chosen = kind as PayKind;
    if (chosen === "tiered") onChange(tiersOf(pay));
    else onChange(payAs(chosen, pay.type === "tiered" ? pay.below : pay, currency));
  }
  return (
    <FormLayout>
      <FormLayout.Group>
        <Select label="Pays" options={payKinds} value={pay.type} onChange={choose} />
        {pay.type !== "tiered" && <FlatPayFields pay={pay} path={path} onChange={onChange} />}
      </FormLayout.Group>
      {pay.type === "tiered" && <TierFields pay={pay} path={path} onChange={onChange} />}
    </FormLayout>
  );
}

type Tiered = Extract<PayDraft, { type: "tiered" }>;
type TierFieldsProps = { pay: Tiered; path: string; onChange: (pay: Tiered) => void };

/** T6: the pay below the first tier, and the tiers above it. */
function TierFields({ pay, path, onChange }: TierFieldsProps) {
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

type FlatPayPickerProps = {
  label: string;
  pay: FlatPayDraft;
  path: string;
  onChange: (pay: FlatPayDraft) => void;
};

/** One pay of a tier. */
function FlatPayPicker({ label, pay, path, onChange }: FlatPayPickerProps) {
  const currency = useEditorCurrency();
  return (
    <FormLayout.Group condensed>
      <Select
        label={label}
        options={flatPayKinds}
        value={pay.type}
        onChange={(kind) => onChange(payAs(kind as FlatPayKind, pay, currency))}
      />
      <FlatPayFields pay={pay} path={path} onChange={onChange} />
    </FormLayout.Group>
  );
}
