import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { PayoutPreviewWire } from "#app/contracts/payout.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";

type Props = { readonly currencies: PayoutPreviewWire["currencies"] };

/** Amounts, fees, and funding for each method, and what has to be at hand in each currency. */
export function PaySummary({ currencies }: Props) {
  const shown = currencies.filter((one) => one.sections.length > 0);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Summary
        </Text>
        {shown.length === 0 && (
          <Text as="p" tone="subdued">
            Nothing to pay yet
          </Text>
        )}
        {shown.map((one) => (
          <CurrencySummary key={one.currency} of={one} />
        ))}
      </BlockStack>
    </Card>
  );
}

function CurrencySummary({ of }: { readonly of: PayoutPreviewWire["currencies"][number] }) {
  return (
    <BlockStack gap="150">
      {of.sections.map((section) => (
        <BlockStack key={section.method} gap="050">
          <Line
            term={`${methodNames[section.method]} (${formatCount(section.count)})`}
            amount={formatMoney(section.total)}
          />
          {section.method === "paypal" && (
            <Line term="Estimated fee" amount={formatMoney(section.estimatedFees)} isSubdued />
          )}
          {!isZero(section.withheld) && (
            <Line term="Paid by affiliates" amount={formatMoney(section.withheld)} isSubdued />
          )}
        </BlockStack>
      ))}
      <Line term="You need" amount={formatMoney(of.funding)} isStrong />
    </BlockStack>
  );
}

export const isZero = ({ amount }: { readonly amount: string }) => /^-?0(\.0*)?$/.test(amount);

type LineProps = {
  readonly term: string;
  readonly amount: string;
  readonly isSubdued?: boolean;
  readonly isStrong?: boolean;
};

function Line({ term, amount, isSubdued = false, isStrong = false }: LineProps) {
  const look = {
    ...(isSubdued && { tone: "subdued" as const, variant: "bodySm" as const }),
    ...(isStrong && { fontWeight: "semibold" as const }),
  };
  return (
    <InlineStack align="space-between" gap="200" wrap={false}>
      <Text as="span" {...look}>
        {term}
      </Text>
      <Text as="span" numeric {...look}>
        {amount}
      </Text>
    </InlineStack>
  );
}
