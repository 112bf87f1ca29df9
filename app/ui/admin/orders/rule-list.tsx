import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";

type Line = OrderExplanationWire["lines"][number];

/** The rules that were tried for each line, in their order: why those before did not pay, and the one that does. */
export function RuleList({ lines }: { lines: readonly Line[] }) {
  const tried = lines.filter((line) => line.rules.length > 0);
  if (tried.length === 0) return <Text as="p">No rule was asked.</Text>;
  return (
    <BlockStack gap="300">
      {tried.map((line) => (
        <BlockStack key={line.id} gap="100">
          <Text as="h3" variant="headingSm">
            {line.title}
          </Text>
          <ol className="history-list">
            {line.rules.map((rule) => (
              <li key={rule.name}>
                <InlineStack gap="200" blockAlign="center">
                  <Badge tone={rule.matched ? "success" : "new"}>{rule.matched ? "Pays" : "Not met"}</Badge>
                  <Text as="span" fontWeight="semibold">
                    {rule.name}
                  </Text>
                </InlineStack>
                <Text as="p">{rule.text}.</Text>
              </li>
            ))}
          </ol>
        </BlockStack>
      ))}
    </BlockStack>
  );
}
