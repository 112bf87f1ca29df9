import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  InlineStack,
  ProgressBar,
  Spinner,
  Text,
} from "@shopify/polaris";
import type { ProviderStatementWire } from "#app/contracts/provider-statement.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";

type Props = {
  statement: ProviderStatementWire;
  /** Has one that stopped go on. */
  goOn: () => void;
};

/** How far a statement is, what it tells of in sum, and at its end how its lines stand. */
export function StatementStanding({ statement, goOn }: Props) {
  const { status, compared, lines, stopped } = statement;
  if (status === "stopped") {
    return (
      <Banner tone="critical" title="Import stopped">
        <BlockStack gap="200">
          <p>{stopped}</p>
          <Totals statement={statement} />
          <InlineStack>
            <Button onClick={goOn}>Resume</Button>
          </InlineStack>
        </BlockStack>
      </Banner>
    );
  }
  if (status === "reading") {
    return (
      <Card>
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" accessibilityLabel="Reading" />
            <Text as="p">{`Reading the accounts: ${formatCount(lines)} lines so far. You may leave this page and come back.`}</Text>
          </InlineStack>
          <Totals statement={statement} />
        </BlockStack>
      </Card>
    );
  }
  if (status === "matching") {
    return (
      <Card>
        <BlockStack gap="200">
          <div id="compared">
            <Text as="p">{`Comparing: ${formatCount(compared)} of ${formatCount(lines)}. You may leave this page and come back.`}</Text>
          </div>
          <ProgressBar
            progress={lines === 0 ? 0 : Math.round((compared / lines) * 100)}
            size="small"
            ariaLabelledBy="compared"
          />
          <Totals statement={statement} />
        </BlockStack>
      </Card>
    );
  }
  return (
    <Box paddingInline={{ xs: "400", sm: "0" }}>
      <Totals statement={statement} />
    </Box>
  );
}

/** Totals of the imported lines, one per currency, with the number of accounts. */
function Totals({ statement: { status, accounts, totals } }: { statement: ProviderStatementWire }) {
  const sums = totals.map(({ currency, paid, back }) =>
    [
      currency,
      `${formatCount(paid.count)} paid, ${formatMoney(paid.amount)}`,
      back.count > 0 ? `${formatCount(back.count)} came back, ${formatMoney(back.amount)}` : "",
    ]
      .filter(Boolean)
      .join(" · "),
  );
  const ofAccounts =
    accounts === null ? "" : `${formatCount(accounts)} ${accounts === 1 ? "account" : "accounts"} read`;
  const said = [ofAccounts, ...sums].filter(Boolean);
  if (said.length === 0) return null;
  return (
    <BlockStack gap="050">
      <Text as="p" tone="subdued">
        {status === "ready" ? "In this statement" : "So far"}
      </Text>
      {said.map((one) => (
        <Text as="p" key={one}>
          {one}
        </Text>
      ))}
    </BlockStack>
  );
}
