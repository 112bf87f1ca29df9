import { Badge, BlockStack, Link, Text } from "@shopify/polaris";
import type { SectionBooksWire } from "#app/contracts/payout-section.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

type Props = { sectionId: string; books: SectionBooksWire };

/** M15 of a section and its fees, each term with a link to its ledger entries, and how far statements agree. */
export function PayoutBooks({ sectionId, books }: Props) {
  return (
    <Section title="Books">
      <ScrollBox label="Books of this payout">
        <table className="plain-table">
          <tbody>
            <Lines lines={linesOfBooks(bookTerms, sectionId, books)} />
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
            <Lines lines={linesOfBooks(feeTerms, sectionId, books)} />
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

function Reconciled({ payments, agreed, here, there, toTheCent }: SectionBooksWire["reconciled"]) {
  if (agreed === 0) {
    return (
      <Text as="p" tone="subdued">
        No statement of the provider agrees with it yet.{" "}
        <Link url="/dashboard/affiliates/payouts/reconcile">Reconcile</Link>
      </Text>
    );
  }
  const text = `Reconciled: ${formatCount(agreed)} of ${formatCount(payments)}${toTheCent ? ", to the cent" : ""}`;
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

type Term = {
  readonly name: "started" | "paid" | "returned" | "canceled" | "inTransit" | "fee" | "withheld";
  readonly label: string;
  /** Filter of the section's ledger entries that the figure sums. */
  readonly query: Readonly<Record<string, string>>;
};

/** Terms of the payout identity (M15). */
export const bookTerms = [
  { name: "started", label: "Started", query: { code: "payout_started" } },
  { name: "paid", label: "Settled", query: { account: "paid" } },
  { name: "returned", label: "Returned", query: { part: "returned" } },
  { name: "canceled", label: "Cancelled", query: { part: "canceled" } },
  { name: "inTransit", label: "Still in transit", query: { account: "in_transit" } },
] as const satisfies readonly Term[];

/** Fees kept by the provider, outside M15. The affiliates' part of a fee is deducted from their payment. */
export const feeTerms = [
  { name: "fee", label: "Provider's fees", query: { part: "fee" } },
  { name: "withheld", label: "Borne by affiliates", query: { part: "withheld" } },
] as const satisfies readonly Term[];

/** URL of the ledger entries that a figure of a section sums. */
function termUrl(section: string, { query }: Pick<Term, "query">): string {
  return `/dashboard/settings/ledger/transfers?${new URLSearchParams({ section, ...query }).toString()}`;
}

/** Terms with their figures, for display. */
export function linesOfBooks(terms: readonly Term[], section: string, books: SectionBooksWire) {
  return terms.map((term) => ({
    label: term.label,
    money: books[term.name],
    url: termUrl(section, term),
  }));
}
