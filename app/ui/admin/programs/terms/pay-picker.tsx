import { FormLayout, Select } from "@shopify/polaris";
import type { PayDraft } from "./draft.ts";
import { useEditorCurrency } from "./editor-context.ts";
import { FlatPayFields } from "./flat-pay-fields.tsx";
import { type PayKind, payAs, payKinds, tiersOf } from "./pay-kinds.ts";
import { TierFields } from "./tier-fields.tsx";

type Props = { pay: PayDraft; path: string; onChange: (pay: PayDraft) => void };

/** What is paid: a share, an amount, nothing, or tiers. */
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
