import { BlockStack, Checkbox, FormLayout, Select, TextField } from "@shopify/polaris";
import type { TermsDraft } from "../terms/draft.ts";
import { useFieldFault } from "../terms/editor-context.ts";
import { MoneyField, ValuesField } from "../terms/terms-fields.tsx";
import type { BasketDraft } from "./use-preview.ts";

type BasketProps = { basket: BasketDraft; onChange: (basket: BasketDraft) => void };
type Props = BasketProps & { terms: TermsDraft; asked: ReadonlySet<string> };

const customers = [
  { value: "1", label: "New: the first order" },
  { value: "2", label: "Returning: the second order" },
  { value: "4", label: "Returning: the fourth order" },
  { value: "13", label: "Returning: the thirteenth order" },
];

/**
 * Facts of the sample order other than its lines. Facts that only some rules test have a field when the draft
 * tests them.
 */
export function BasketOrderFields({ basket, terms, asked, onChange }: Props) {
  const set = (change: Partial<BasketDraft>) => onChange({ ...basket, ...change });
  return (
    <FormLayout>
      <FormLayout.Group>
        <MoneyField
          label="Shipping of the basket"
          path="basket.shipping"
          value={basket.shipping}
          onChange={(shipping) => set({ shipping })}
        />
        <Select
          label="Customer of the basket"
          options={customers}
          value={basket.customerOrder}
          onChange={(customerOrder) => set({ customerOrder })}
        />
      </FormLayout.Group>
      <Checkbox
        label="Prices include tax"
        checked={basket.taxesIncluded}
        onChange={(taxesIncluded) => set({ taxesIncluded })}
      />
      {terms.base.tips && (
        <MoneyField
          label="Tip of the basket"
          path="basket.tip"
          value={basket.tip}
          onChange={(tip) => set({ tip })}
        />
      )}
      {terms.base.duties && (
        <MoneyField
          label="Duties of the basket"
          path="basket.duties"
          value={basket.duties}
          onChange={(duties) => set({ duties })}
        />
      )}
      {asked.has("months-since-first") && (
        <NumberField
          label="Months since the customer's first order in the basket"
          path="basket.monthsSinceFirst"
          value={basket.monthsSinceFirst}
          onChange={(monthsSinceFirst) => set({ monthsSinceFirst })}
        />
      )}
      <TestedFields basket={basket} asked={asked} onChange={onChange} />
      {(asked.has("tiered") || terms.bonuses.length > 0) && (
        <ReachedFields basket={basket} onChange={onChange} />
      )}
    </FormLayout>
  );
}

/** The texts that conditions compare. */
function TestedFields({ basket, asked, onChange }: Omit<Props, "terms">) {
  const set = (change: Partial<BasketDraft>) => onChange({ ...basket, ...change });
  const { country, channel, subId } = basket;
  return (
    <BlockStack gap="400">
      {asked.has("discount-code") && (
        <ValuesField
          label="Discount codes of the basket"
          path="basket.discountCodes"
          values={basket.discountCodes}
          onChange={(discountCodes) => set({ discountCodes })}
        />
      )}
      {asked.has("customer-tag") && (
        <ValuesField
          label="Customer tags of the basket"
          path="basket.customerTags"
          values={basket.customerTags}
          onChange={(customerTags) => set({ customerTags })}
        />
      )}
      {asked.has("affiliate-tag") && (
        <ValuesField
          label="Tags of the affiliate"
          path="basket.affiliateTags"
          values={basket.affiliateTags}
          onChange={(affiliateTags) => set({ affiliateTags })}
        />
      )}
      {asked.has("country") && (
        <ValuesField
          label="Country of the basket"
          path="basket.country"
          values={country === null ? [] : [country]}
          onChange={(values) => set({ country: values.at(-1)?.toUpperCase() ?? null })}
        />
      )}
      {asked.has("channel") && (
        <ValuesField
          label="Sales channel of the basket"
          path="basket.channel"
          values={channel === null ? [] : [channel]}
          onChange={(values) => set({ channel: values.at(-1) ?? null })}
        />
      )}
      {asked.has("sub-id") && (
        <ValuesField
          label="Sub-id of the basket's click"
          path="basket.subId"
          values={subId === null ? [] : [subId]}
          onChange={(values) => set({ subId: values.at(-1) ?? null })}
        />
      )}
    </BlockStack>
  );
}

/** The affiliate's progress before the order, used by tiers and bonuses. */
function ReachedFields({ basket, onChange }: BasketProps) {
  const { reached } = basket;
  const set = (change: Partial<BasketDraft["reached"]>) =>
    onChange({ ...basket, reached: { ...reached, ...change } });
  return (
    <FormLayout.Group>
      <NumberField
        label="Orders of the affiliate before"
        path="basket.reached.orders"
        value={reached.orders}
        onChange={(orders) => set({ orders })}
      />
      <MoneyField
        label="Sales of the affiliate before"
        path="basket.reached.sales"
        value={reached.sales}
        onChange={(sales) => set({ sales })}
      />
    </FormLayout.Group>
  );
}

type NumberProps = { label: string; path: string; value: string; onChange: (value: string) => void };

function NumberField({ label, path, value, onChange }: NumberProps) {
  return (
    <TextField
      label={label}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      onChange={onChange}
      {...useFieldFault(path)}
    />
  );
}
