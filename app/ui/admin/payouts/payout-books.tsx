import { Badge, BlockStack, Link, Text } from "@shopify/polaris";
import type { BatchBooksWire } from "#app/contracts/batch-books.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

type Props = { batchId: string; books: BatchBooksWire };

/** M15 of a batch: each term opens its transfers; and how far the provider's statements agree. */
export function PayoutBooks({ batchId, books }: Props) {
  const transfers = (query: Record<string, string>) =>
    `/dashboard/proof/transfers?${new URLSearchParams({ batch: batchId, ...query }).toString()}`;
  const rows = [
    { label: "Settled", money: books.settled, url: transfers({ account: "paid" }) },
    { label: "Returned", money: books.returned, url: transfers({ code: "payout_returned" }) },
    { label: "Cancelled", money: books.cancelled, url: transfers({ code: "payout_returned" }) },
    { label: "Still in transit", money: books.inTransit, url: transfers({ account: "in_transit" }) },
  ];
  return (
    <Section title="Books">
      <ScrollBox label="Books of this payout">
        <table className="plain-table">
          <tbody>
            <tr>
              <th scope="row">
                <Link url={transfers({ code: "payout_started" })}>Started</Link>
              </th>
              <td className="amount">{formatMoney(books.started)}</td>
            </tr>
            {rows.map(({ label, money, url }) => (
              <tr key={label}>
                <th scope="row">
                  <Link url={url}>{label}</Link>
                </th>
                <td className="amount">{formatMoney(money)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                {books.holds ? (
                  <Badge tone="success">It adds up</Badge>
                ) : (
                  <Badge tone="critical">Differs by</Badge>
                )}
              </th>
              <td className="amount">{formatMoney(books.difference)}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      <Reconciled {...books.reconciled} />
    </Section>
  );
}

function Reconciled({ items, agreed, here, there, toTheCent }: BatchBooksWire["reconciled"]) {
  if (agreed === 0) {
    return (
      <Text as="p" tone="subdued">
        No statement of the provider agrees with it yet.{" "}
        <Link url="/dashboard/affiliates/payouts/reconcile">Reconcile</Link>
      </Text>
    );
  }
  const text = `Reconciled: ${formatCount(agreed)} of ${formatCount(items)}${toTheCent ? ", to the cent" : ""}`;
  return (
    <BlockStack gap="100">
      <Text as="p" fontWeight="semibold">
        {text}
      </Text>
      <Text as="p" tone="subdued">
        {`Settled here ${formatMoney(here)}, paid by the provider ${formatMoney(there)}`}
      </Text>
    </BlockStack>
  );
}
