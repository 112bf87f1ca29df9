import {
  BlockStack,
  Box,
  Button,
  FormLayout,
  InlineError,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { type FlatPayDraft, type PayDraft, replaced, type ThresholdDraft, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt, useFieldFault, useItemKeys } from "./editor-context.ts";
import { MoneyField, PeriodFields, ThresholdFields } from "./terms-fields.tsx";

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

type FlatPayFieldsProps = { pay: FlatPayDraft; path: string; onChange: (pay: FlatPayDraft) => void };

/** Value of a pay without tiers. Renders nothing for "none". */
export function FlatPayFields({ pay, path, onChange }: FlatPayFieldsProps) {
  if (pay.type === "none") return null;
  if (pay.type === "percentage") {
    return <PercentField percent={pay.percent} path={path} onChange={onChange} />;
  }
  return (
    <MoneyField
      label={pay.type === "fixed" ? "Amount per order" : "Amount per item"}
      path={`${path}.amount`}
      alsoAt={path}
      value={pay.amount}
      onChange={(amount) => onChange({ ...pay, amount })}
    />
  );
}

function PercentField({ percent, path, onChange }: { percent: string } & Omit<FlatPayFieldsProps, "pay">) {
  return (
    <TextField
      label="Percentage"
      value={percent}
      suffix="%"
      inputMode="decimal"
      autoComplete="off"
      onChange={(value) => onChange({ type: "percentage", percent: value })}
      {...useFieldFault(`${path}.percent`, path)}
    />
  );
}

export type FlatPayKind = FlatPayDraft["type"];
export type PayKind = PayDraft["type"];

export const flatPayKinds: { value: FlatPayKind; label: string }[] = [
  { value: "percentage", label: "Percentage of the order" },
  { value: "fixed", label: "Fixed amount per order" },
  { value: "per-item", label: "Fixed amount per item" },
  { value: "none", label: "No commission" },
];

export const payKinds: { value: PayKind; label: string }[] = [
  ...flatPayKinds,
  { value: "tiered", label: "Tiers, by what the affiliate has reached" },
];

/** Converts a rate to another kind and keeps typed values that fit. */
export function payAs(kind: FlatPayKind, before: PayDraft, currencyCode: string): FlatPayDraft {
  const amount = "amount" in before ? before.amount : { amount: "", currencyCode };
  if (kind === "none") return { type: "none" };
  if (kind === "percentage") return { type: kind, percent: "percent" in before ? before.percent : "" };
  return { type: kind, amount };
}

/** New tiers, which start with the current rate. */
export function tiersOf(before: PayDraft): PayDraft {
  if (before.type === "tiered") return before;
  return {
    type: "tiered",
    period: { type: "calendar", unit: "month" },
    below: before,
    steps: [{ atLeast: { measure: "orders", count: "" }, pay: before }],
  };
}
