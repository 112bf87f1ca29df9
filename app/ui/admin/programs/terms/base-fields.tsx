import { Checkbox, InlineGrid } from "@shopify/polaris";
import type { TermsDraft } from "./draft.ts";

type Base = TermsDraft["base"];
type Props = { base: Base; onChange: (base: Base) => void };

const parts: readonly { name: keyof Base; label: string; help?: string }[] = [
  { name: "shipping", label: "Shipping" },
  { name: "tax", label: "Tax" },
  { name: "tips", label: "Tips" },
  { name: "duties", label: "Duties" },
  { name: "giftCards", label: "Gift cards as goods", help: "Paying with a gift card lowers nothing." },
  { name: "beforeDiscounts", label: "Prices before discounts" },
];

/** M7, T7: what belongs to the base beside the net of ordinary goods. */
export function BaseFields({ base, onChange }: Props) {
  return (
    <fieldset className="plain-fieldset">
      <legend>Goods count at their net price. Also counts:</legend>
      <InlineGrid columns={{ xs: 2, sm: 3 }} gap="200">
        {parts.map(({ name, label, help }) => (
          <Checkbox
            key={name}
            label={label}
            checked={base[name]}
            onChange={(checked) => onChange({ ...base, [name]: checked })}
            {...(help !== undefined && { helpText: help })}
          />
        ))}
      </InlineGrid>
    </fieldset>
  );
}
