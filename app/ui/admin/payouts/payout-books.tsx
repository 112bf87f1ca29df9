import { Badge, BlockStack, Card, Link, Text } from "@shopify/polaris";
import type { SectionBooksWire } from "#app/contracts/payout-section.ts";
import { Folded, Section } from "../../shared/detail-page.tsx";
import { formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { payoutText as t } from "./payout-text.ts";

type Props = { sectionId: string; books: SectionBooksWire };

/** How far bank statements agree with a section, and collapsed its ledger entries (M15) and fees. */
export function PayoutBooks({ sectionId, books }: Props) {
  return (
    <>
      <Section title={t("books.title")}>
        <Reconciled {...books.reconciled} />
      </Section>
      <Card>
        <Folded title={t("books.entries")}>
          <BlockStack gap="300">
            <ScrollBox label={t("books.table")}>
              <table className="plain-table">
                <tbody>
                  <Lines lines={linesOfBooks(bookTerms, sectionId, books)} />
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">
                      {books.holds ? (
                        <Badge tone="success">{t("books.holds")}</Badge>
                      ) : (
                        <Badge tone="critical">{t("books.differs")}</Badge>
                      )}
                    </th>
                    <td className="amount">{formatMoney(books.difference)}</td>
                  </tr>
                </tfoot>
              </table>
            </ScrollBox>
            <ScrollBox label={t("books.fees")}>
              <table className="plain-table">
                <tbody>
                  <Lines lines={linesOfBooks(feeTerms, sectionId, books)} />
                </tbody>
              </table>
            </ScrollBox>
          </BlockStack>
        </Folded>
      </Card>
    </>
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

function Reconciled({ payments, agreed, here, there }: SectionBooksWire["reconciled"]) {
  if (agreed === 0) {
    return (
      <Text as="p">
        {t("books.none")} <Link url="/dashboard/affiliates/payouts/reconcile">{t("books.import")}</Link>
      </Text>
    );
  }
  return (
    <BlockStack gap="100">
      <Text as="p">{t("books.agreed", { agreed, payments })}</Text>
      <Text as="p" tone="subdued">
        {t("books.amounts", { here: formatMoney(here), there: formatMoney(there) })}
      </Text>
    </BlockStack>
  );
}

type Term = {
  readonly name: "started" | "paid" | "returned" | "canceled" | "inTransit" | "fee" | "withheld";
  /** Filter of the section's ledger entries that the figure sums. */
  readonly query: Readonly<Record<string, string>>;
};

/** Terms of the payout identity (M15). */
export const bookTerms = [
  { name: "started", query: { code: "payout_started" } },
  { name: "paid", query: { account: "paid" } },
  { name: "returned", query: { part: "returned" } },
  { name: "canceled", query: { part: "canceled" } },
  { name: "inTransit", query: { account: "in_transit" } },
] as const satisfies readonly Term[];

/** Fees kept by the provider, outside M15. The affiliates' part of a fee is deducted from their payment. */
export const feeTerms = [
  { name: "fee", query: { part: "fee" } },
  { name: "withheld", query: { part: "withheld" } },
] as const satisfies readonly Term[];

/** URL of the ledger entries that a figure of a section sums. */
function termUrl(section: string, { query }: Pick<Term, "query">): string {
  return `/dashboard/settings/ledger/transfers?${new URLSearchParams({ section, ...query }).toString()}`;
}

/** Terms with their figures, for display. */
export function linesOfBooks(terms: readonly Term[], section: string, books: SectionBooksWire) {
  return terms.map((term) => ({
    label: t(`books.${term.name}`),
    money: books[term.name],
    url: termUrl(section, term),
  }));
}
