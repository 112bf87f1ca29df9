import { Badge, Banner, BlockStack, InlineStack, Page, Text } from "@shopify/polaris";
import type { OwnArithmetic, OwnExplanationWire } from "#app/contracts/own-explanation.ts";
import { EarnedTable } from "../shared/affiliates/earned-table.tsx";
import { Section } from "../shared/detail-page.tsx";
import { formatDateTime } from "../shared/format.ts";
import { Arithmetic } from "../shared/orders/arithmetic.tsx";
import { holdText } from "../shared/orders/hold-text.ts";
import { Postings } from "../shared/orders/postings.tsx";
import { RefundList } from "../shared/orders/refund-list.tsx";

type Props = { explained: OwnExplanationWire; timeZone: string };

/** Why an affiliate is credited with an order, and how each cent came about, for that affiliate. */
export function OwnOrderPage({ explained, timeZone }: Props) {
  const { order, reason, seen, signals, arithmetic, commissions, postings } = explained;
  return (
    <main>
      <Page
        title={`Order ${order.name}`}
        subtitle={formatDateTime(order.placedAt, timeZone)}
        backAction={{ content: "Your affiliate page", url: "/portal" }}
      >
        <BlockStack gap="400">
          <Banner tone="info">
            <p>{seen === null ? reason : `${reason} ${seen}`}</p>
          </Banner>
          <Section title="What pointed to you">
            <OwnSignals signals={signals} timeZone={timeZone} />
          </Section>
          {arithmetic && (
            <>
              <Section title="How your commission came about">
                <Arithmetic caption={captionOf(arithmetic, timeZone)} {...arithmetic} />
              </Section>
              <Section title="Refunds">
                <RefundList refunds={arithmetic.refunds} timeZone={timeZone} />
              </Section>
            </>
          )}
          {commissions.length > 0 && (
            <Section title="Commissions">
              <EarnedTable
                commissions={commissions}
                timeZone={timeZone}
                paymentUrl={(paymentId) => `/portal/payouts/${paymentId}`}
                isOwn
              />
            </Section>
          )}
          {(arithmetic !== null || postings.length > 0) && (
            <Section title="Ledger entries">
              <Postings postings={postings} timeZone={timeZone} withAffiliate={false} />
            </Section>
          )}
        </BlockStack>
      </Page>
    </main>
  );
}

function captionOf({ version, hold }: OwnArithmetic, timeZone: string): string {
  return `Under version ${version} of the program's terms, ${holdText(hold, timeZone)}.`;
}

const kinds: Record<OwnExplanationWire["signals"][number]["kind"], string> = {
  code: "Your discount code",
  customer: "A customer who is bound to you",
  click: "A click on your link",
  landing: "A page with your code in its address",
  pixel: "A click on your link, seen at the checkout",
  product: "A product that belongs to you",
  claim: "Your claim",
  tag: "Your code in tags or a note",
  renewal: "Renewal of a subscription you brought in",
};

function OwnSignals({ signals, timeZone }: { signals: OwnExplanationWire["signals"]; timeZone: string }) {
  if (signals.length === 0) return <Text as="p">No code and no click of yours was seen on it.</Text>;
  return (
    <ol className="history-list">
      {signals.map((one) => (
        <li key={`${one.kind} ${one.code ?? one.at}`}>
          <InlineStack gap="200" blockAlign="center">
            <Badge tone={one.won ? "success" : "new"}>{one.won ? "Won" : "Lost"}</Badge>
            <Text as="span" fontWeight="semibold">
              {kinds[one.kind]} {one.code}
            </Text>
            {one.subId !== "" && <Text as="span">Sub-id {one.subId}</Text>}
          </InlineStack>
          <Text as="p">{one.reason}</Text>
          {one.at !== null && (
            <Text as="p" tone="subdued" variant="bodySm">
              <time dateTime={one.at}>{formatDateTime(one.at, timeZone)}</time>
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
