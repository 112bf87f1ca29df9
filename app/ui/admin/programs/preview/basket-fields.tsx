import { BlockStack, Button } from "@shopify/polaris";
import { type TermsDraft, replaced, without } from "../terms/draft.ts";
import { useEditorCurrency } from "../terms/editor-context.ts";
import { useItemKeys } from "../terms/use-item-keys.ts";
import { type BasketDraft, newLine } from "./basket-draft.ts";
import { BasketLineFields } from "./basket-line-fields.tsx";
import { BasketOrderFields } from "./basket-order-fields.tsx";

type Props = { basket: BasketDraft; terms: TermsDraft; onChange: (basket: BasketDraft) => void };

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
          asked={asked}
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
      <BasketOrderFields basket={basket} terms={terms} asked={asked} onChange={onChange} />
    </BlockStack>
  );
}

/** Which tests and pays the draft has, wherever they stand in it: only what is asked needs a field. */
function askedOf(terms: TermsDraft): Set<string> {
  const types = JSON.stringify([terms.rules, terms.commission]).matchAll(/"type":"([a-z-]+)"/g);
  return new Set([...types].map(([, type]) => type ?? ""));
}
