import { Badge, BlockStack, Link, Text } from "@shopify/polaris";
import type { BatchBooksWire } from "#app/contracts/batch-books.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { bookTerms, feeTerms, linesOfBooks } from "./book-words.ts";

type Props = { batchId: string; books: BatchBooksWire };

/** M15 of a batch and its fees: each term opens its transfers; and how far the provider's statements agree. */
export function PayoutBooks({ batchId, books }: Props) {
  return (
    <Section title="Books">
      <ScrollBox label="Books of this payout">
        <table className="plain-table">
          <tbody>
            <Lines lines={linesOfBooks(bookTerms, batchId, books)} />
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
      <ScrollBox label="Fees of this payout">
        <table className="plain-table">
          <tbody>
            <Lines lines={linesOfBooks(feeTerms, batchId, books)} />
          </tbody>
        </table>
      </ScrollBox>
      <Reconciled {...books.reconciled} />
    </Section>
  );
}

function Lines({ lines }: { lines: ReturnType<typeof linesOfBooks> }) {
  return lines.map(({ label, money, url }) => (
    <tr key={label}>
      <th scope="row">
        <Link url={url}>{label}</Link>
      </th>
      <td className="amount">{formatMoney(money)}</td>
    </tr>
  ));
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
