import { BlockStack, Button, Checkbox, FormLayout, Select, TextField } from "@shopify/polaris";
import { useText } from "../../../texts/use-text.ts";
import { replaced, type TermsDraft, without } from "../terms/draft.ts";
import { useEditedField, useEditorCurrency, useItemKeys } from "../terms/editor-context.ts";
import { GoodsField } from "../terms/goods-field.tsx";
import { CountField, MoneyField, ValuesField } from "../terms/terms-fields.tsx";
import { heardGoods } from "../terms/use-goods.ts";
import { type BasketDraft, type BasketLineDraft, newLine } from "./use-preview.ts";

type BasketFieldsProps = { basket: BasketDraft; terms: TermsDraft; onChange: (basket: BasketDraft) => void };

/** The sample order: its lines, and facts that the terms test. */
export function OrderFields({ basket, terms, onChange }: BasketFieldsProps) {
  const t = useText("programs");
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
          onClick={() => set({ lines: [...basket.lines, newLine(t("order.another"), "20", currency)] })}
        >
          {t("order.add")}
        </Button>
      </div>
      <OrderFacts basket={basket} terms={terms} asked={asked} onChange={onChange} />
    </BlockStack>
  );
}

/** Kinds of tests and pay in the draft, at any depth. Only these need fields. */
function askedOf(terms: TermsDraft): Set<string> {
  const types = JSON.stringify([terms.rules, terms.commission]).matchAll(/"type":"([a-z-]+)"/g);
  return new Set([...types].map(([, type]) => type ?? ""));
}

type BasketLineFieldsProps = {
  line: BasketLineDraft;
  index: number;
  /** Facts that the draft's rules test. */
  asked: ReadonlySet<string>;
  onChange: (line: BasketLineDraft) => void;
  onRemove: (() => void) | undefined;
};

/** One line of the sample order. */
function BasketLineFields({ line, index, asked, onChange, onRemove }: BasketLineFieldsProps) {
  const t = useText("programs");
  const path = `basket.lines.${index}`;
  const set = (change: Partial<BasketLineDraft>) => onChange({ ...line, ...change });
  const skuFault = useEditedField(`${path}.sku`);
  const quantityFault = useEditedField(`${path}.quantity`);

  /** A product brings the facts that rules test. */
  function choose(ids: string[]): void {
    const productId = ids[0] ?? null;
    const goods = productId === null ? undefined : heardGoods("product", productId);
    const about = goods?.about ?? { vendor: null, tags: [], collectionIds: [] };
    set({ productId, title: goods?.title ?? t("order.unnamed", { number: index + 1 }), ...about });
  }

  return (
    <fieldset className="editor-part">
      <legend>{t("order.line", { number: index + 1 })}</legend>
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group condensed>
            <MoneyField
              label={t("order.price")}
              path={`${path}.price`}
              value={line.price}
              onChange={(price) => set({ price })}
            />
            <TextField
              label={t("order.quantity")}
              value={line.quantity}
              inputMode="numeric"
              autoComplete="off"
              onChange={(quantity) => set({ quantity })}
              {...quantityFault}
            />
            <MoneyField
              label={t("order.discount")}
              path={`${path}.discount`}
              value={line.discount}
              onChange={(discount) => set({ discount })}
            />
            <MoneyField
              label={t("order.tax")}
              path={`${path}.tax`}
              value={line.tax}
              onChange={(tax) => set({ tax })}
            />
          </FormLayout.Group>
          <GoodsField
            label={t("order.product")}
            kind="product"
            most={1}
            ids={line.productId === null ? [] : [line.productId]}
            path={`${path}.productId`}
            onChange={choose}
          />
          {asked.has("variant") && (
            <GoodsField
              label={t("order.variant")}
              kind="variant"
              most={1}
              ids={line.variantId === null ? [] : [line.variantId]}
              path={`${path}.variantId`}
              onChange={([variantId = null]) => set({ variantId })}
            />
          )}
          {asked.has("sku") && (
            <TextField
              label={t("order.sku")}
              value={line.sku ?? ""}
              maxLength={255}
              autoComplete="off"
              onChange={(sku) => set({ sku: sku === "" ? null : sku })}
              {...skuFault}
            />
          )}
          <Checkbox
            label={t("order.subscription")}
            checked={line.subscription}
            onChange={(subscription) => set({ subscription })}
          />
          <Checkbox
            label={t("order.giftCard")}
            checked={line.giftCard}
            onChange={(giftCard) => set({ giftCard })}
          />
        </FormLayout>
        {onRemove && (
          <div>
            <Button
              variant="plain"
              tone="critical"
              accessibilityLabel={t("order.removeLine", { number: index + 1 })}
              onClick={onRemove}
            >
              {t("order.remove")}
            </Button>
          </div>
        )}
      </BlockStack>
    </fieldset>
  );
}

type BasketProps = { basket: BasketDraft; onChange: (basket: BasketDraft) => void };
type FactsProps = BasketProps & { terms: TermsDraft; asked: ReadonlySet<string> };

/** Number of the customer's order. */
const customers = [
  ["1", "first"],
  ["2", "second"],
  ["4", "fourth"],
  ["13", "thirteenth"],
] as const;

/**
 * Facts of the sample order other than its lines. Facts that only some rules test have a field when the draft
 * tests them.
 */
function OrderFacts({ basket, terms, asked, onChange }: FactsProps) {
  const t = useText("programs");
  const set = (change: Partial<BasketDraft>) => onChange({ ...basket, ...change });
  return (
    <FormLayout>
      <FormLayout.Group>
        <MoneyField
          label={t("order.shipping")}
          path="basket.shipping"
          value={basket.shipping}
          onChange={(shipping) => set({ shipping })}
        />
        <Select
          label={t("order.customer")}
          options={customers.map(([value, name]) => ({ value, label: t(`order.customers.${name}`) }))}
          value={basket.customerOrder}
          onChange={(customerOrder) => set({ customerOrder })}
        />
      </FormLayout.Group>
      <Checkbox
        label={t("order.taxesIncluded")}
        checked={basket.taxesIncluded}
        onChange={(taxesIncluded) => set({ taxesIncluded })}
      />
      {terms.base.tips && (
        <MoneyField
          label={t("order.tip")}
          path="basket.tip"
          value={basket.tip}
          onChange={(tip) => set({ tip })}
        />
      )}
      {terms.base.duties && (
        <MoneyField
          label={t("order.duties")}
          path="basket.duties"
          value={basket.duties}
          onChange={(duties) => set({ duties })}
        />
      )}
      {asked.has("months-since-first") && (
        <CountField
          label={t("order.months")}
          path="basket.monthsSinceFirst"
          count={basket.monthsSinceFirst}
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
function TestedFields({ basket, asked, onChange }: Omit<FactsProps, "terms">) {
  const t = useText("programs");
  const set = (change: Partial<BasketDraft>) => onChange({ ...basket, ...change });
  const { country, channel, subId } = basket;
  return (
    <BlockStack gap="400">
      {asked.has("discount-code") && (
        <ValuesField
          label={t("order.codes")}
          path="basket.discountCodes"
          values={basket.discountCodes}
          onChange={(discountCodes) => set({ discountCodes })}
        />
      )}
      {asked.has("customer-tag") && (
        <ValuesField
          label={t("order.customerTags")}
          path="basket.customerTags"
          values={basket.customerTags}
          onChange={(customerTags) => set({ customerTags })}
        />
      )}
      {asked.has("affiliate-tag") && (
        <ValuesField
          label={t("order.affiliateTags")}
          path="basket.affiliateTags"
          values={basket.affiliateTags}
          onChange={(affiliateTags) => set({ affiliateTags })}
        />
      )}
      {asked.has("country") && (
        <ValuesField
          label={t("order.country")}
          path="basket.country"
          values={country === null ? [] : [country]}
          onChange={(values) => set({ country: values.at(-1)?.toUpperCase() ?? null })}
        />
      )}
      {asked.has("channel") && (
        <ValuesField
          label={t("order.channel")}
          path="basket.channel"
          values={channel === null ? [] : [channel]}
          onChange={(values) => set({ channel: values.at(-1) ?? null })}
        />
      )}
      {asked.has("sub-id") && (
        <ValuesField
          label={t("order.subId")}
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
  const t = useText("programs");
  const set = (change: Partial<BasketDraft["reached"]>) =>
    onChange({ ...basket, reached: { ...reached, ...change } });
  return (
    <FormLayout.Group>
      <CountField
        label={t("order.reachedOrders")}
        path="basket.reached.orders"
        count={reached.orders}
        onChange={(orders) => set({ orders })}
      />
      <MoneyField
        label={t("order.reachedSales")}
        path="basket.reached.sales"
        value={reached.sales}
        onChange={(sales) => set({ sales })}
      />
    </FormLayout.Group>
  );
}
