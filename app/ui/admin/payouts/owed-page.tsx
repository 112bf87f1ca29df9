import { BlockStack, EmptyState, Link, Text } from "@shopify/polaris";
import type { OwedTotalWire, OwedWire } from "#app/contracts/owed.ts";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { OwnClick } from "../../shared/list/own-click.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { OwedTotals } from "./owed-totals.tsx";
import { behindFigure, figures } from "./owed-words.ts";
import { PayoutsTabs } from "./payouts-tabs.tsx";

type Props = {
  owed: readonly OwedWire[];
  totals: readonly OwedTotalWire[];
  asOf: string | null;
  /** Minimums above an approved balance, by "affiliate currency". */
  missedMinimums: Readonly<Record<string, MoneyOnWire>>;
  /** What took too long, where nothing is shown for that. */
  late?: string | null;
  /** The only currency that is listed, where one is asked for. */
  currency?: string | null;
  pagination: PageOfList;
  exportUrl: string;
};

/** Affiliates ▸ Payouts ▸ Balances: what each affiliate has in each currency, now or at the end of a day. */
export function OwedPage(props: Props) {
  const { owed, totals, asOf, missedMinimums, late, currency, pagination, exportUrl } = props;
  return (
    <ListPage
      title="Balances"
      subtitle="What affiliates have earned and not been paid yet. Each figure opens the transfers that it is the sum of."
      secondaryActions={[{ content: "Closed periods", url: "/dashboard/proof/periods" }]}
      searchLabel="Search by name or e-mail address"
      statuses={[
        { label: "Approved", value: "payable" },
        { label: "In payout", value: "in_transit" },
        { label: "Negative", value: "negative" },
      ]}
      resourceName={{ singular: "balance", plural: "balances" }}
      exportUrl={exportUrl}
      error={late ?? null}
      notice={currency ? `In ${currency} only` : null}
      banner={
        <BlockStack gap="400">
          <PayoutsTabs />
          <OwedTotals totals={totals} asOf={asOf} />
        </BlockStack>
      }
      headings={[
        { title: "Affiliate" },
        { title: "Currency" },
        ...figures.map(({ label }) => ({ title: label, numeric: true })),
      ]}
      rows={owed.map((row) => ({
        id: rowIdOf(row),
        url: `/dashboard/affiliates/${row.affiliate.id}`,
        name: row.affiliate.name,
        cells: [
          row.pending.currencyCode,
          ...figures.map((figure) => (
            <Figure
              key={figure.name}
              money={row[figure.name]}
              url={behindFigure(figure, row, asOf)}
              minimum={figure.name === "payable" ? missedMinimums[rowIdOf(row)] : undefined}
            />
          )),
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="Nothing is owed yet" image="/empty-commissions.svg">
          <p>When an affiliate earns a commission, their balance appears here.</p>
        </EmptyState>
      }
    />
  );
}

const rowIdOf = ({ affiliate, pending }: OwedWire) => `${affiliate.id} ${pending.currencyCode}`;

type FigureProps = { money: MoneyOnWire; url: string | null; minimum: MoneyOnWire | undefined };

function Figure({ money, url, minimum }: FigureProps) {
  if (url === null) return formatMoney(money);
  const link = (
    <OwnClick>
      <Link removeUnderline monochrome url={url}>
        {formatMoney(money)}
      </Link>
    </OwnClick>
  );
  if (!minimum) return link;
  return (
    <BlockStack gap="050">
      {link}
      <Text as="span" tone="subdued" variant="bodySm">
        {`Below ${formatMoney(minimum)} minimum`}
      </Text>
    </BlockStack>
  );
}
