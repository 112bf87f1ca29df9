import { TextField } from "@shopify/polaris";
import type { MoneyDraft } from "./draft.ts";
import { useEditorCurrency, useFieldFault } from "./editor-context.ts";

type Props = {
  label: string;
  path: string;
  /** Further paths whose faults stand here. */
  alsoAt?: string;
  value: MoneyDraft;
  onChange: (value: MoneyDraft) => void;
};

/** An amount in the shop's currency. M18: an amount in another one is not converted, it is typed anew. */
export function MoneyField({ label, path, alsoAt = path, value, onChange }: Props) {
  const currency = useEditorCurrency();
  return (
    <TextField
      label={label}
      value={value.currencyCode === currency ? value.amount : ""}
      suffix={currency}
      inputMode="decimal"
      autoComplete="off"
      onChange={(amount) => onChange({ amount, currencyCode: currency })}
      {...useFieldFault(path, alsoAt)}
    />
  );
}
