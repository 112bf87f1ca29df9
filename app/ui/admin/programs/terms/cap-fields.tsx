import { BlockStack, Checkbox, FormLayout } from "@shopify/polaris";
import type { TermsDraft } from "./draft.ts";
import { useEditorCurrency } from "./editor-context.ts";
import { MoneyField } from "./money-field.tsx";
import { PeriodFields } from "./period-fields.tsx";

type Caps = TermsDraft["caps"];
type Props = { caps: Caps; onChange: (caps: Caps) => void };

/** T8, T9: the most that an order earns, and an affiliate in a period. */
export function CapFields({ caps, onChange }: Props) {
  const currencyCode = useEditorCurrency();
  const { perOrder, perAffiliate } = caps;
  const empty = { amount: "", currencyCode };
  return (
    <BlockStack gap="300">
      <Checkbox
        label="Limit what one order earns"
        checked={perOrder !== null}
        onChange={(checked) => onChange({ ...caps, perOrder: checked ? empty : null })}
      />
      {perOrder && (
        <MoneyField
          label="At most, for an order"
          path="terms.caps.perOrder"
          value={perOrder}
          onChange={(amount) => onChange({ ...caps, perOrder: amount })}
        />
      )}
      <Checkbox
        label="Limit what an affiliate earns in a period"
        checked={perAffiliate !== null}
        onChange={(checked) =>
          onChange({
            ...caps,
            perAffiliate: checked ? { amount: empty, period: { type: "calendar", unit: "month" } } : null,
          })
        }
      />
      {perAffiliate && (
        <FormLayout>
          <MoneyField
            label="At most, for an affiliate"
            path="terms.caps.perAffiliate.amount"
            alsoAt="terms.caps.perAffiliate"
            value={perAffiliate.amount}
            onChange={(amount) => onChange({ ...caps, perAffiliate: { ...perAffiliate, amount } })}
          />
          <PeriodFields
            label="Period of the limit"
            period={perAffiliate.period}
            path="terms.caps.perAffiliate.period"
            onChange={(period) => onChange({ ...caps, perAffiliate: { ...perAffiliate, period } })}
          />
        </FormLayout>
      )}
    </BlockStack>
  );
}
