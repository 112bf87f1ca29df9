import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ProviderStatementWire } from "#app/contracts/provider-statement.ts";
import { formatCount } from "../../shared/format.ts";
import { matchNames } from "./match-words.ts";

const fills: Record<ProviderStatementWire["counts"][number]["match"], string> = {
  matched: "var(--p-color-bg-fill-success)",
  settled: "var(--p-color-bg-fill-info)",
  returned: "var(--p-color-bg-fill-warning)",
  unclaimed: "var(--p-color-bg-fill-caution)",
  pending: "var(--p-color-bg-fill-info)",
  amount: "var(--p-color-bg-fill-critical)",
  fee: "var(--p-color-bg-fill-caution)",
  missing: "var(--p-color-bg-fill-critical)",
  awaited: "var(--p-color-bg-fill-info)",
  unreadable: "var(--p-color-bg-fill-warning)",
  unexpected: "var(--p-color-bg-fill-critical)",
};

/** How the lines of a statement stand, as one bar with its words below; each opens its lines. */
export function MatchBar({ statement }: { statement: ProviderStatementWire }) {
  const { counts } = statement;
  const all = counts.reduce((sum, one) => sum + one.count, 0);
  if (all === 0) return null;
  return (
    <BlockStack gap="200">
      <div className="match-bar" aria-hidden="true">
        {counts.map(({ match, count }) => (
          <span key={match} style={{ flexGrow: count, background: fills[match] }} />
        ))}
      </div>
      <InlineStack gap="400">
        {counts.map(({ match, count, open }) => (
          <Text as="span" key={match}>
            <Link url={`?match=${match}`}>{`${matchNames[match]}: ${formatCount(count)}`}</Link>
            {open > 0 && match !== "matched" && ` (${formatCount(open)} open)`}
          </Text>
        ))}
      </InlineStack>
    </BlockStack>
  );
}
