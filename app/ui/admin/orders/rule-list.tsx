import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";

type Line = OrderExplanationWire["lines"][number];

/** The rules at each line in their order: why those before did not pay, the one that does, and those after it. */
export function RuleList({ lines }: { lines: readonly Line[] }) {
  const asked = lines.filter((line) => line.rules.length > 0);
  if (asked.length === 0) return <Text as="p">No rule was asked.</Text>;
  return (
    <BlockStack gap="300">
      {asked.map((line) => (
        <BlockStack key={line.id} gap="100">
          <Text as="h3" variant="headingSm">
            {line.title}
          </Text>
          <LineRules rules={line.rules} />
        </BlockStack>
      ))}
    </BlockStack>
  );
}

/** As many that do not pay are shown at once; of more the reader says whether they matter. */
const shownAtOnce = 3;

function LineRules({ rules }: Pick<Line, "rules">) {
  const tried = rules.filter((rule) => rule.tried);
  const missed = tried.filter((rule) => !rule.matched);
  const later = rules.filter((rule) => !rule.tried);
  return (
    <BlockStack gap="300">
      <Unpaid rules={missed} summary={`${missed.length} rules before did not match`} />
      <Rules rules={tried.filter((rule) => rule.matched)} />
      <Unpaid rules={later} summary={`${later.length} rules after were not tried`} />
    </BlockStack>
  );
}

function Unpaid({ rules, summary }: Pick<Line, "rules"> & { summary: string }) {
  if (rules.length === 0) return null;
  if (rules.length <= shownAtOnce) return <Rules rules={rules} />;
  return (
    <details>
      <summary>{summary}</summary>
      <Rules rules={rules} />
    </details>
  );
}

function outcomeOf({ tried, matched }: Line["rules"][number]): string {
  if (matched) return "Pays";
  return tried ? "Not met" : "Not tried";
}

function Rules({ rules }: Pick<Line, "rules">) {
  return (
    <ol className="history-list">
      {rules.map((rule) => (
        <li key={rule.name}>
          <InlineStack gap="200" blockAlign="center">
            <Badge tone={rule.matched ? "success" : "new"}>{outcomeOf(rule)}</Badge>
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
