import { BlockStack, Text } from "@shopify/polaris";
import { useMemo } from "react";
import { Section } from "../../../shared/detail-page.tsx";
import type { TermsDraft } from "../terms/draft.ts";
import { TermsEditingContext } from "../terms/editor-context.ts";
import { BasketFields } from "./basket-fields.tsx";
import { BasketBonuses, ReachedBonuses } from "./bonus-preview.tsx";
import { PricedLines } from "./priced-lines.tsx";
import { PricedOrders } from "./priced-orders.tsx";
import type { LivePreview } from "./use-preview.ts";

type Props = { preview: LivePreview; terms: TermsDraft; currency: string; timeZone: string };

/** What the typed terms would pay, before anything is saved. It needs a script. */
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
