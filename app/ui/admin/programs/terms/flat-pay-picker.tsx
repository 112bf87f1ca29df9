import { FormLayout, Select } from "@shopify/polaris";
import type { FlatPayDraft } from "./draft.ts";
import { useEditorCurrency } from "./editor-context.ts";
import { FlatPayFields } from "./flat-pay-fields.tsx";
import { type FlatPayKind, flatPayKinds, payAs } from "./pay-kinds.ts";

type Props = { label: string; pay: FlatPayDraft; path: string; onChange: (pay: FlatPayDraft) => void };

/** One pay of a tier. */
export function FlatPayPicker({ label, pay, path, onChange }: Props) {
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
