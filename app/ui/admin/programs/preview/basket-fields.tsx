import { BlockStack, Button, Checkbox, FormLayout, Select, TextField } from "@shopify/polaris";
import { type TermsDraft, replaced, without } from "../terms/draft.ts";
import { useEditorCurrency, useFieldFault } from "../terms/editor-context.ts";
import { MoneyField } from "../terms/money-field.tsx";
import { useItemKeys } from "../terms/use-item-keys.ts";
import { ValuesField } from "../terms/values-field.tsx";
import { type BasketDraft, newLine } from "./basket-draft.ts";
import { BasketLineFields } from "./basket-line-fields.tsx";

type Props = { basket: BasketDraft; terms: TermsDraft; onChange: (basket: BasketDraft) => void };

const customers = [
  { value: "1", label: "New: the first order" },
  { value: "2", label: "Returning: the second order" },
  { value: "4", label: "Returning: the fourth order" },
  { value: "13", label: "Returning: the thirteenth order" },
];

/** The imagined order: what is bought, and what the terms may ask of it. */
export function BasketFields({ basket, terms, onChange }: Props) {
  const currency = useEditorCurrency();
  const set = (change: Partial<BasketDraft>) => onChange({ ...basket, ...change });
  const asked = askedOf(terms);
  const { keys, drop } = useItemKeys(basket.lines.length);
  function remove(index: number): void {
    drop(index);
    set({ lines: without(basket.lines, index) });
  }
  return (
    <BlockStack gap="300">
      {basket.lines.map((line, index) => (
        <BasketLineFields
          key={keys[index]}
          line={line}
          index={index}
          onChange={(next) => set({ lines: replaced(basket.lines, index, next) })}
          onRemove={basket.lines.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <div>
        <Button
          disabled={basket.lines.length >= 10}
          onClick={() => set({ lines: [...basket.lines, newLine("Another product", "20", currency)] })}
        >
          Add line
        </Button>
      </div>
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
        {asked.has("months-since-first") && (
          <NumberField
            label="Months since the customer's first order in the basket"
            path="basket.monthsSinceFirst"
            value={basket.monthsSinceFirst}
            onChange={(monthsSinceFirst) => set({ monthsSinceFirst })}
          />
        )}
        {asked.has("discount-code") && (
          <ValuesField
            label="Discount codes of the basket"
            path="basket.discountCodes"
            values={basket.discountCodes}
            onChange={(discountCodes) => set({ discountCodes })}
          />
        )}
        {asked.has("country") && (
          <ValuesField
            label="Country of the basket"
            path="basket.country"
            values={basket.country === null ? [] : [basket.country]}
            onChange={(values) => set({ country: values.at(-1)?.toUpperCase() ?? null })}
          />
        )}
        {(asked.has("tiered") || terms.bonuses.length > 0) && (
          <ReachedFields basket={basket} onChange={onChange} />
        )}
      </FormLayout>
    </BlockStack>
  );
}

/** What tiers and bonuses ask: how much the affiliate had reached before. */
function ReachedFields({ basket, onChange }: Omit<Props, "terms">) {
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

/** Which tests and pays the draft has, wherever they stand in it: only what is asked needs a field. */
function askedOf(terms: TermsDraft): Set<string> {
  const types = JSON.stringify([terms.rules, terms.commission]).matchAll(/"type":"([a-z-]+)"/g);
  return new Set([...types].map(([, type]) => type ?? ""));
}
