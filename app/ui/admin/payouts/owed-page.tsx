import { BlockStack, EmptyState, Link } from "@shopify/polaris";
import type { OwedTotalWire, OwedWire } from "#app/contracts/owed.ts";
import { formatMoney } from "../../shared/format.ts";
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
  /** What took too long, where nothing is shown for that. */
  late?: string | null;
  /** The only currency that is listed, where one is asked for. */
  currency?: string | null;
  pagination: PageOfList;
  exportUrl: string;
};

/** Affiliates ▸ Payouts ▸ Balances: what each affiliate has in each currency, now or at the end of a day. */
export function OwedPage({ owed, totals, asOf, late, currency, pagination, exportUrl }: Props) {
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
        id: `${row.affiliate.id} ${row.pending.currencyCode}`,
        url: `/dashboard/affiliates/${row.affiliate.id}`,
        name: row.affiliate.name,
        cells: [
          row.pending.currencyCode,
          ...figures.map((figure) => (
            <Figure key={figure.name} money={row[figure.name]} url={behindFigure(figure, row, asOf)} />
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

function Figure({ money, url }: { money: OwedWire["payable"]; url: string | null }) {
  if (url === null) return formatMoney(money);
  return (
    <OwnClick>
      <Link removeUnderline monochrome url={url}>
        {formatMoney(money)}
      </Link>
    </OwnClick>
  );
}
