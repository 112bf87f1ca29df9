import { BlockStack, Button, Checkbox, FormLayout, Text, TextField } from "@shopify/polaris";
import { useMemo, useState } from "react";
import type { BonusesPaidWire, PreviewWire } from "#app/contracts/preview.ts";
import { Section } from "../../../shared/detail-page.tsx";
import { formatDate, formatMoney } from "../../../shared/format.ts";
import { ScrollBox } from "../../../shared/scroll-box.tsx";
import { replaced, type TermsDraft, without } from "../terms/draft.ts";
import {
  TermsEditingContext,
  useEditorCurrency,
  useFieldFault,
  useItemKeys,
} from "../terms/editor-context.ts";
import { GoodsField } from "../terms/goods-field.tsx";
import { MoneyField } from "../terms/terms-fields.tsx";
import { heardGoods } from "../terms/use-goods.ts";
import { UnreadOrders } from "../unread-orders.tsx";
import { type BasketDraft, type BasketLineDraft, type LivePreview, newLine } from "./use-preview.ts";
import { BasketOrderFields } from "./basket-order-fields.tsx";
import { BasketBonuses, bonusText, PricedLines, ReachedBonuses } from "./priced-lines.tsx";

type Props = { preview: LivePreview; terms: TermsDraft; currency: string; timeZone: string };

/** Preview of the typed terms, before anything is saved. It needs JavaScript. */
export function PreviewSection({ preview, terms, currency, timeZone }: Props) {
  const { basket, setBasket, seen, errors, failure, isStale } = preview;
  const editing = useMemo(() => ({ currency, errors }), [currency, errors]);
  return (
    <TermsEditingContext.Provider value={editing}>
      <div className="needs-script editor-sections">
        <Section title="Preview: a basket">
          <BasketFields basket={basket} terms={terms} onChange={setBasket} />
          {seen?.basket && (
            <div className={isStale ? "dimmed" : ""} aria-busy={isStale}>
              <BlockStack gap="300">
                <PricedLines subject="the basket" {...seen.basket} />
                {seen.bonuses.basket && terms.bonuses.length > 0 && (
                  <BasketBonuses {...seen.bonuses.basket} />
                )}
              </BlockStack>
            </div>
          )}
        </Section>
        <Section title="Preview: the last ten orders">
          <BlockStack gap="200">
            {seen ? (
              <div className={isStale ? "dimmed" : ""} aria-busy={isStale}>
                <PricedOrders orders={seen.orders} timeZone={timeZone} />
              </div>
            ) : (
              <Text as="p" tone="subdued">
                {failure ?? "The last orders are shown here as the draft would pay them."}
              </Text>
            )}
          </BlockStack>
        </Section>
        {seen && seen.bonuses.affiliates.length > 0 && (
          <Section title="Preview: bonuses">
            <div className={isStale ? "dimmed" : ""} aria-busy={isStale}>
              <ReachedBonuses bonuses={seen.bonuses.affiliates} />
            </div>
          </Section>
        )}
      </div>
    </TermsEditingContext.Provider>
  );
}

type BasketFieldsProps = { basket: BasketDraft; terms: TermsDraft; onChange: (basket: BasketDraft) => void };

/** The sample order: its lines, and facts that the terms test. */
function BasketFields({ basket, terms, onChange }: BasketFieldsProps) {
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
  const path = `basket.lines.${index}`;
  const set = (change: Partial<BasketLineDraft>) => onChange({ ...line, ...change });
  const skuFault = useFieldFault(`${path}.sku`);
  const quantityFault = useFieldFault(`${path}.quantity`);

  /** A product brings the facts that rules test. */
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

type PricedOrdersProps = { orders: PreviewWire["orders"]; timeZone: string };

/** The shop's newest orders under the draft and the current terms, one of them line by line. */
function PricedOrders({ orders, timeZone }: PricedOrdersProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = orders.find((order) => order.id === openId);
  if (orders.length === 0) return <Text as="p">There are no orders yet.</Text>;
  return (
    <BlockStack gap="300">
      <UnreadOrders count={orders.filter((order) => order.unread).length} />
      <ScrollBox label="The last orders under the draft">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Placed</th>
              <th scope="col">Affiliate</th>
              <th scope="col" className="amount">
                Draft
              </th>
              <th scope="col" className="amount">
                Today
              </th>
              <th scope="col">Lines</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ id, name, placedAt, affiliate, draft, today, bonuses }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className="no-break">{formatDate(placedAt, timeZone)}</td>
                <td>{affiliate ?? "Nobody: as if credited"}</td>
                <td className="amount">
                  {formatMoney(draft.totals.current)}
                  {draft.moreThanSold && (
                    <Text as="p" tone="critical" variant="bodySm">
                      Commission is more than net sales
                    </Text>
                  )}
                  <BonusLines paid={bonuses.draft} />
                </td>
                <td className="amount">
                  {today ? formatMoney(today.totals.current) : "–"}
                  <BonusLines paid={bonuses.today ?? []} />
                </td>
                <td>
                  <Button
                    variant="plain"
                    ariaExpanded={id === openId}
                    accessibilityLabel={`${id === openId ? "Hide" : "Show"} the lines of ${name}`}
                    onClick={() => setOpenId(id === openId ? null : id)}
                  >
                    {id === openId ? "Hide" : "Show"}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {open && <PricedLines subject={`order ${open.name}`} draft={open.draft} today={open.today} />}
    </BlockStack>
  );
}

/** T11: bonuses that the order would reach if the terms had applied from the start. */
function BonusLines({ paid }: { paid: BonusesPaidWire }) {
  return paid.map((bonus) => (
    <Text as="p" key={bonus.id} tone="subdued" variant="bodySm">
      {bonusText(bonus)}
    </Text>
  ));
}
