import { BlockStack, Badge, Button, InlineStack, Link, Page, Text } from "@shopify/polaris";
import type { OwnPayoutWire } from "#app/contracts/own-payout.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatDate, formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { payoutWords } from "./payout-words.ts";

type Props = {
  readonly payouts: readonly OwnPayoutWire[];
  readonly nextCursor: string | null;
  readonly timeZone: string;
};

/** What an affiliate was paid and is being paid. */
export function OwnPayoutsPage({ payouts, nextCursor, timeZone }: Props) {
  return (
    <main>
      <Page title="Your payouts" backAction={{ content: "Your affiliate page", url: "/portal" }}>
        <BlockStack gap="400">
          <Section title="Payouts">
            {payouts.length === 0 ? (
              <Text as="p">Nothing was paid to you yet. What is payable is paid with the next payout.</Text>
            ) : (
              <PayoutTable payouts={payouts} timeZone={timeZone} />
            )}
            <InlineStack align="space-between" blockAlign="center" gap="400">
              <Link url="/portal/payout-details">Your payout details</Link>
              {nextCursor !== null && (
                <Button url={`?cursor=${encodeURIComponent(nextCursor)}`}>Older payouts</Button>
              )}
            </InlineStack>
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function PayoutTable({ payouts, timeZone }: Pick<Props, "payouts" | "timeZone">) {
  return (
    <ScrollBox label="Payouts">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <th scope="col">State</th>
            <th scope="col">Paid by</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function PayoutRow({ payout, timeZone }: { payout: OwnPayoutWire; timeZone: string }) {
  return (
    <tr>
      <th scope="row" className="no-break">
        <Link url={`/portal/payouts/${payout.id}`}>{formatDate(payout.plannedAt, timeZone)}</Link>
      </th>
      <td>{formatMoney(payout.amount)}</td>
      <td>
        <State payout={payout} />
      </td>
      <td>{methodNames[payout.method]}</td>
      <td>{payout.receiver === "" ? "—" : payout.receiver}</td>
    </tr>
  );
}

function State({ payout }: { payout: OwnPayoutWire }) {
  const { label, tone, advice } = payoutWords(payout);
  return (
    <div className="wrapping-cell">
      <BlockStack gap="100" inlineAlign="start">
        <Badge {...(tone && { tone })}>{label}</Badge>
        {advice !== undefined && (
          <Text as="span" variant="bodySm" tone="subdued">
            {advice}
          </Text>
        )}
      </BlockStack>
    </div>
  );
}
