import { FormLayout, Select, TextField } from "@shopify/polaris";
import type { ThresholdDraft } from "./draft.ts";
import { useEditorCurrency, useFieldFault } from "./editor-context.ts";
import { MoneyField } from "./money-field.tsx";

type Props = { threshold: ThresholdDraft; path: string; onChange: (threshold: ThresholdDraft) => void };

const measures = [
  { value: "orders", label: "From a number of orders" },
  { value: "sales", label: "From net sales of" },
];

/** Fields of a threshold. */
export function ThresholdFields({ threshold, path, onChange }: Props) {
  const currency = useEditorCurrency();
  return (
    <FormLayout.Group condensed>
      <Select
        label="Reached"
        options={measures}
        value={threshold.measure}
        onChange={(measure) => onChange(newThreshold(measure, currency))}
      />
      {threshold.measure === "sales" ? (
        <MoneyField
          label="Net sales"
          path={path}
          value={threshold.amount}
          onChange={(amount) => onChange({ measure: "sales", amount })}
        />
      ) : (
        <CountField count={threshold.count} path={path} onChange={onChange} />
      )}
    </FormLayout.Group>
  );
}

function newThreshold(measure: string, currencyCode: string): ThresholdDraft {
  return measure === "sales"
    ? { measure: "sales", amount: { amount: "", currencyCode } }
    : { measure: "orders", count: "" };
}

function CountField({ count, path, onChange }: { count: string } & Pick<Props, "path" | "onChange">) {
  return (
    <TextField
      label="Orders"
      value={count}
      inputMode="numeric"
      autoComplete="off"
      onChange={(value) => onChange({ measure: "orders", count: value })}
      {...useFieldFault(path)}
    />
  );
}
