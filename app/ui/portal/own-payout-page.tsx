import { Badge, Banner, BlockStack, Box, Link, Page, Text } from "@shopify/polaris";
import type { OwnPayoutLineWire, OwnPayoutWire, OwnTransferWire } from "#app/contracts/own-payout.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { FactList, Section } from "../shared/detail-page.tsx";
import { formatDateTime, formatMoney } from "../shared/format.ts";
import { OwnPayoutLines } from "./own-payout-lines.tsx";
import { payoutWords, transferText } from "./payout-words.ts";

type Props = {
  readonly payout: OwnPayoutWire;
  readonly transfers: readonly OwnTransferWire[];
  readonly lines: readonly OwnPayoutLineWire[];
  readonly lineCount: number;
  readonly shop: { readonly name: string; readonly contactEmail: string | null };
  readonly timeZone: string;
};

/** One payout of an affiliate: where it stands, what they can do, and each movement of the money. */
export function OwnPayoutPage({ payout, transfers, lines, lineCount, shop, timeZone }: Props) {
  const { label, tone, text, advice } = payoutWords(payout);
  return (
    <main>
      <Page
        title={`Payout of ${formatMoney(payout.amount)}`}
        titleMetadata={<Badge {...(tone && { tone })}>{label}</Badge>}
        backAction={{ content: "Your payouts", url: "/portal/payouts" }}
      >
        <BlockStack gap="400">
          {advice !== undefined && (
            <Banner tone="warning">
              <BlockStack gap="200">
                <p>{advice}</p>
                <p>
                  <Link url="/portal/payout-details">Your payout details</Link>
                </p>
              </BlockStack>
            </Banner>
          )}
          <Section title="Payout">
            <Text as="p">{text}</Text>
            <FactList facts={factsOf(payout, timeZone)} />
          </Section>
          <OwnPayoutLines lines={lines} count={lineCount} />
          <Section title="What happened to the money">
            <ol className="history-list">
              {transfers.map((one) => (
                <li key={one.id}>
                  <Text as="p">{`${transferText(one)}: ${formatMoney(one.amount)}`}</Text>
                  <Text as="p" tone="subdued" variant="bodySm">
                    <time dateTime={one.at}>{formatDateTime(one.at, timeZone)}</time>
                  </Text>
                </li>
              ))}
            </ol>
          </Section>
          {shop.contactEmail !== null && (
            <Box paddingInline={{ xs: "400", sm: "0" }}>
              <Text as="p" tone="subdued">
                Is something wrong? Write to{" "}
                <Link url={`mailto:${shop.contactEmail}`}>{shop.contactEmail}</Link>.
              </Text>
            </Box>
          )}
        </BlockStack>
      </Page>
    </main>
  );
}

function factsOf(payout: OwnPayoutWire, timeZone: string) {
  const instant = (at: string) => formatDateTime(at, timeZone);
  return [
    { term: "Paid by", description: methodNames[payout.method] },
    ...(payout.receiver === "" ? [] : [{ term: "To", description: payout.receiver }]),
    ...(payout.fee ? [{ term: "Your part of the fee", description: formatMoney(payout.fee) }] : []),
    { term: "Prepared", description: instant(payout.plannedAt) },
    ...(payout.sentAt ? [{ term: "Sent", description: instant(payout.sentAt) }] : []),
    ...(payout.settledAt ? [{ term: "Paid", description: instant(payout.settledAt) }] : []),
  ];
}
