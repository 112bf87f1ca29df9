import { BlockStack, Card, EmptyState, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import type { OwedTotalWire, OwedWire } from "#app/contracts/balances.ts";
import { balanceList } from "#app/contracts/lists/payouts.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useTypedParam } from "../../shared/list/use-list-params.ts";
import { payoutText as t } from "./payout-text.ts";

type Props = {
  balances: readonly OwedWire[];
  totals: readonly OwedTotalWire[];
  asOf: string | null;
  /** Minimums above an approved balance, by "affiliate currency". */
  missedMinimums: Readonly<Record<string, MoneyOnWire>>;
  /** Error if the database took too long. */
  late?: string | null;
  /** Currency that the list is filtered by. */
  currency?: string | null;
  pagination: PageOfList;
  timeZone: string;
};

/** Affiliates ▸ Payouts ▸ Balances: balances of each affiliate and currency, now or at the end of a day. */
export function BalancesPage(props: Props) {
  const { balances, totals, asOf, missedMinimums, late, currency, pagination } = props;
  return (
    <ListPage
      list={balanceList}
      title={frameText("pages.balances")}
      secondaryActions={[{ content: t("balances.periods"), url: "/dashboard/settings/ledger/periods" }]}
      searchLabel={t("balances.search")}
      statuses={[
        { label: t("balances.available"), value: "available" },
        { label: t("balances.inTransit"), value: "in_transit" },
        { label: t("balances.negative"), value: "negative" },
      ]}
      resourceName={{ singular: t("balances.one"), plural: t("balances.many") }}
      error={late ?? null}
      notice={currency ? t("balances.onlyIn", { currency }) : null}
      banner={<BalanceTotals totals={totals} asOf={asOf} />}
      rows={balances}
      rowOf={(row) => ({ id: rowIdOf(row), url: `/dashboard/affiliates/${row.affiliate.id}` })}
      renderCells={Object.fromEntries(
        figures.map((figure) => [
          figure.name,
          (row: OwedWire) => (
            <Figure
              money={row[figure.name]}
              url={balanceFigureUrl(figure, row, asOf)}
              minimum={figure.name === "available" ? missedMinimums[rowIdOf(row)] : undefined}
            />
          ),
        ]),
      )}
      timeZone={props.timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("balances.emptyTitle")} image="/empty-commissions.svg">
          <p>{t("balances.empty")}</p>
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
    <Link removeUnderline monochrome url={url}>
      {formatMoney(money)}
    </Link>
  );
  if (!minimum) return link;
  return (
    <BlockStack gap="050">
      {link}
      <Text as="span" tone="subdued" variant="bodySm">
        {t("balances.below", { amount: formatMoney(minimum) })}
      </Text>
    </BlockStack>
  );
}

type OwedTotalsProps = { totals: readonly OwedTotalWire[]; asOf: string | null };

/** Totals of each currency, and the day that they are as of. */
function BalanceTotals({ totals, asOf }: OwedTotalsProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <Text as="h2" variant="headingMd">
            {t(asOf === null ? "balances.now" : "balances.thatDay")}
          </Text>
          <AsOf />
        </InlineStack>
        {totals.length > 0 && (
          <table className="plain-table stacked-table" aria-label={t("balances.table")}>
            <thead>
              <tr>
                <th scope="col">{t("balances.currency")}</th>
                {figures.map(({ name }) => (
                  <th key={name} scope="col" className="amount">
                    {t(`balances.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {totals.map((row) => (
                <TotalRow key={row.pending.currencyCode} row={row} asOf={asOf} />
              ))}
            </tbody>
          </table>
        )}
      </BlockStack>
    </Card>
  );
}

function TotalRow({ row, asOf }: { row: OwedTotalWire; asOf: string | null }) {
  const currency = row.pending.currencyCode;
  return (
    <tr>
      <th scope="row">{currency}</th>
      {figures.map((figure) => (
        <td key={figure.name} className="amount" data-label={t(`balances.${figure.name}`)}>
          <Link url={totalUrl(figure, { currency, asOf })}>{formatMoney(row[figure.name])}</Link>
        </td>
      ))}
    </tr>
  );
}

function AsOf() {
  const [text, setText] = useTypedParam("asOf", (typed) => typed === "" || typed >= "1970");
  return (
    <TextField
      label={t("balances.asOf")}
      labelHidden
      prefix={t("balances.endOf")}
      type="date"
      autoComplete="off"
      value={text}
      onChange={setText}
      clearButton
      onClearButtonClick={() => setText("")}
    />
  );
}

/**
 * Figures of balances in order, with the account that each sums. A figure that leaves balances out, because debts do
 * not reduce what others are due, has the status of those it sums.
 */
export const figures = [
  { name: "pending", account: "pending" },
  { name: "available", account: "payable", status: "available" },
  { name: "inTransit", account: "in_transit" },
  { name: "paid", account: "paid" },
  { name: "negative", account: "payable", status: "negative" },
] as const;

type FigureScope = {
  readonly account: string;
  readonly currency: string;
  readonly asOf: string | null;
  readonly affiliate?: string;
};

/** URL of the ledger entries that a figure sums. */
function ledgerEntriesUrl({ account, currency, asOf, affiliate }: FigureScope): string {
  const query = new URLSearchParams({ account, currency });
  if (affiliate !== undefined) query.set("affiliate", affiliate);
  if (asOf !== null) query.set("until", asOf);
  return `/dashboard/settings/ledger/transfers?${query.toString()}`;
}

type BalanceFigure = (typeof figures)[number];
type TotalScope = { readonly currency: string; readonly asOf: string | null };

/** URL of what a total sums: ledger entries, or the balances of some affiliates. */
export function totalUrl(figure: BalanceFigure, { currency, asOf }: TotalScope): string {
  if (!("status" in figure)) return ledgerEntriesUrl({ account: figure.account, currency, asOf });
  const query = new URLSearchParams({ status: figure.status, currency });
  if (asOf !== null) query.set("asOf", asOf);
  return `/dashboard/affiliates/payouts/balances?${query.toString()}`;
}

/**
 * URL of the ledger entries that an affiliate's figure sums; null for zero. One account holds both what is available
 * and what is owed back, so one of the two is zero.
 */
export function balanceFigureUrl(
  { name, account }: BalanceFigure,
  row: OwedWire,
  asOf: string | null,
): string | null {
  const owes = row.negative.amount.startsWith("-");
  if ((name === "available" && owes) || (name === "negative" && !owes)) return null;
  const currency = row.pending.currencyCode;
  return ledgerEntriesUrl({ account, currency, asOf, affiliate: row.affiliate.id });
}
