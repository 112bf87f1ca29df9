import { Banner, BlockStack, List, Text } from "@shopify/polaris";
import type { TermsWire } from "#app/contracts/terms.ts";
import { formatMoney } from "../../../shared/format.ts";
import { foreignAmounts } from "./foreign-amounts.ts";

/** M18: after a change of the store's currency, the amounts of terms that count for nothing until they are typed anew. */
export function CurrencyBanner({ terms, currency }: { terms: TermsWire; currency: string }) {
  const amounts = foreignAmounts(terms, currency);
  if (amounts.length === 0) return null;
  const lines = new Set(amounts.map(({ where, amount }) => `${where}: ${formatMoney(amount)}`));
  return (
    <Banner tone="warning" title="The store's currency has changed">
      <BlockStack gap="200">
        <Text as="p">
          The store now sells in {currency}, and these amounts are not converted. For orders in {currency} a
          commission or bonus among them pays nothing, a limit to be reached is never reached, and a cap caps
          nothing, until you save an amount in {currency}.
        </Text>
        <List>
          {[...lines].map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </BlockStack>
    </Banner>
  );
}
