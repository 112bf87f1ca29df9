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
  const { label, tone, advice } = payoutWords(payout);
  const to = payout.receiver === "" ? undefined : `To ${payout.receiver}.`;
  const words = [to, advice].filter(Boolean).join(" ");
  return (
    <>
      <tr>
        <th scope="row" className="no-break">
          <Link url={`/portal/payouts/${payout.id}`}>{formatDate(payout.plannedAt, timeZone)}</Link>
        </th>
        <td className="no-break">{formatMoney(payout.amount)}</td>
        <td>
          <Badge {...(tone && { tone })}>{label}</Badge>
        </td>
        <td>{methodNames[payout.method]}</td>
      </tr>
      {words !== "" && (
        // A row of its own has the whole width: on a phone columns of accounts and sentences would be cut off.
        <tr>
          <td colSpan={4}>
            <Text as="span" variant="bodySm" tone="subdued">
              {words}
            </Text>
          </td>
        </tr>
      )}
    </>
  );
}
