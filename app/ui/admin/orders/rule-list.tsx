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
          <TriedRules rules={line.rules} />
        </BlockStack>
      ))}
    </BlockStack>
  );
}

/** As many that did not match are shown at once; of more the reader says whether they matter. */
const shownAtOnce = 3;

function TriedRules({ rules }: Pick<Line, "rules">) {
  const [missed, met] = [rules.filter((rule) => !rule.matched), rules.filter((rule) => rule.matched)];
  const missedList = <Rules rules={missed} />;
  return (
    <BlockStack gap="300">
      {missed.length > shownAtOnce ? (
        <details>
          <summary>{`${missed.length} rules before did not match`}</summary>
          {missedList}
        </details>
      ) : (
        missed.length > 0 && missedList
      )}
      <Rules rules={met} />
    </BlockStack>
  );
}

function Rules({ rules }: Pick<Line, "rules">) {
  return (
    <ol className="history-list">
      {rules.map((rule) => (
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
  );
}
