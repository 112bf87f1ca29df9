import { BlockStack, Button, Checkbox, FormLayout, TextField } from "@shopify/polaris";
import { useFieldFault } from "../terms/editor-context.ts";
import { GoodsField } from "../terms/goods-field.tsx";
import { MoneyField } from "../terms/money-field.tsx";
import { heardGoods } from "../terms/use-goods.ts";
import type { BasketLineDraft } from "./basket-draft.ts";

type Props = {
  line: BasketLineDraft;
  index: number;
  /** What the draft's rules test. */
  asked: ReadonlySet<string>;
  onChange: (line: BasketLineDraft) => void;
  onRemove: (() => void) | undefined;
};

/** One line of the imagined order. */
export function BasketLineFields({ line, index, asked, onChange, onRemove }: Props) {
  const path = `basket.lines.${index}`;
  const set = (change: Partial<BasketLineDraft>) => onChange({ ...line, ...change });
  const skuFault = useFieldFault(`${path}.sku`);
  const quantityFault = useFieldFault(`${path}.quantity`);

  /** With a product come the things that rules ask of it. */
  function choose(ids: string[]): void {
    const productId = ids[0] ?? null;
    const goods = productId === null ? undefined : heardGoods("product", productId);
    const about = goods?.about ?? { vendor: null, tags: [], collectionIds: [] };
    set({ productId, title: goods?.title ?? `Product ${index + 1}`, ...about });
  }

  return (
    <fieldset className="editor-part">
      <legend>{`Line ${index + 1}`}</legend>
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group condensed>
            <MoneyField
              label="Price"
              path={`${path}.price`}
              value={line.price}
              onChange={(price) => set({ price })}
            />
            <TextField
              label="Quantity"
              value={line.quantity}
              inputMode="numeric"
              autoComplete="off"
              onChange={(quantity) => set({ quantity })}
              {...quantityFault}
            />
            <MoneyField
              label="Discount"
              path={`${path}.discount`}
              value={line.discount}
              onChange={(discount) => set({ discount })}
            />
            <MoneyField label="Tax" path={`${path}.tax`} value={line.tax} onChange={(tax) => set({ tax })} />
          </FormLayout.Group>
          <GoodsField
            label="Product of this line, where rules name products"
            kind="product"
            most={1}
            ids={line.productId === null ? [] : [line.productId]}
            path={`${path}.productId`}
            onChange={choose}
          />
          {asked.has("variant") && (
            <GoodsField
              label="Variant of this line"
              kind="variant"
              most={1}
              ids={line.variantId === null ? [] : [line.variantId]}
              path={`${path}.variantId`}
              onChange={([variantId = null]) => set({ variantId })}
            />
          )}
          {asked.has("sku") && (
            <TextField
              label="SKU of this line"
              value={line.sku ?? ""}
              maxLength={255}
              autoComplete="off"
              onChange={(sku) => set({ sku: sku === "" ? null : sku })}
              {...skuFault}
            />
          )}
          <Checkbox
            label="Sold as a subscription"
            checked={line.subscription}
            onChange={(subscription) => set({ subscription })}
          />
          <Checkbox label="A gift card" checked={line.giftCard} onChange={(giftCard) => set({ giftCard })} />
        </FormLayout>
        {onRemove && (
          <div>
            <Button
              variant="plain"
              tone="critical"
              accessibilityLabel={`Remove line ${index + 1}`}
              onClick={onRemove}
            >
              Remove line
            </Button>
          </div>
        )}
      </BlockStack>
    </fieldset>
  );
}
