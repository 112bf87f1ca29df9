import { TextField } from "@shopify/polaris";
import type { FlatPayDraft } from "./draft.ts";
import { useFieldFault } from "./editor-context.ts";
import { MoneyField } from "./money-field.tsx";

type Props = { pay: FlatPayDraft; path: string; onChange: (pay: FlatPayDraft) => void };

/** The value of a pay that is not tiered; nothing for none. */
export function FlatPayFields({ pay, path, onChange }: Props) {
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

function PercentField({ percent, path, onChange }: { percent: string } & Omit<Props, "pay">) {
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
