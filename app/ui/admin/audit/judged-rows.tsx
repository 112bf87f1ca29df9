import { Form } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { formatCount, formatDay, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";

/** "+$12.00": the sign gives the direction, because color alone is not accessible. */
export function differenceText(money: MoneyOnWire): string {
  const isMore = !money.amount.startsWith("-") && /[1-9]/.test(money.amount);
  return `${isMore ? "+" : ""}${formatMoney(money)}`;
}

type FindingTableProps = {
  readonly texts: Readonly<Record<"finding" | "count" | "difference", string>>;
  readonly findings: readonly {
    readonly name: string;
    readonly url: string;
    readonly count: number;
    readonly differences: readonly MoneyOnWire[];
  }[];
};

/** The findings with their sums. Each one filters the table of rows. */
export function FindingTable({ texts, findings }: FindingTableProps) {
  return (
    <table className="plain-table stacked-table">
      <thead>
        <tr>
          <th scope="col">{texts.finding}</th>
          <th scope="col" className="amount">
            {texts.count}
          </th>
          <th scope="col" className="amount">
            {texts.difference}
          </th>
        </tr>
      </thead>
      <tbody>
        {findings.map(({ name, url, count, differences }) => (
          <tr key={name}>
            <th scope="row">
              <Link url={url}>{name}</Link>
            </th>
            <td className="amount" data-label={texts.count}>
              {formatCount(count)}
            </td>
            <td className="amount" data-label={texts.difference}>
              {differences.length === 0 ? "–" : differences.map(differenceText).join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type JudgedRow = {
  readonly row: number;
  readonly order: string;
  readonly orderId: string | null;
  readonly affiliate: string;
  readonly day: string | null;
  readonly difference: MoneyOnWire | null;
  readonly why: string;
};

type Amount<Row> = { readonly title: string; readonly of: (row: Row) => MoneyOnWire | null };

type JudgedRowsProps<Row> = {
  /** Fragment of the address that shows the rows. */
  readonly id: string;
  readonly title: string;
  /** Shows all rows. */
  readonly url: string;
  readonly finding: string | null;
  readonly search: string;
  readonly texts: Readonly<
    Record<
      | "clear"
      | "search"
      | "searchButton"
      | "noMatch"
      | "order"
      | "affiliate"
      | "date"
      | "difference"
      | "finding",
      string
    >
  >;
  /** The amounts that the difference is between. */
  readonly amounts: readonly Amount<Row>[];
  readonly nameOf: (row: Row) => string;
  /** Title of a column with the row in the file. Null for none. */
  readonly rowTitle: string | null;
  readonly list: readonly Row[];
  readonly pagination: PageOfList;
};

/** Rows of a file with their findings, filtered by a finding and by a search. */
export function JudgedRows<Row extends JudgedRow>(props: JudgedRowsProps<Row>) {
  const { id, title, url, finding, search, texts, list, pagination } = props;
  const isFiltered = finding !== null || search !== "";
  return (
    <div id={id}>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="baseline" gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {isFiltered && <Link url={`${url}#${id}`}>{texts.clear}</Link>}
        </InlineStack>
        <Search key={search} finding={finding} search={search} texts={texts} />
        {list.length === 0 ? (
          <Text as="p">{texts.noMatch}</Text>
        ) : (
          <ScrollBox label={title}>
            <RowTable {...props} />
          </ScrollBox>
        )}
        <ListFooter pagination={pagination} shown={list.length} />
      </BlockStack>
    </div>
  );
}

function Search<Row>({ finding, search, texts }: Pick<JudgedRowsProps<Row>, "finding" | "search" | "texts">) {
  const [typed, setTyped] = useState(search);
  return (
    <Form method="get" preventScrollReset>
      {finding !== null && <input type="hidden" name="finding" value={finding} />}
      <TextField
        label={texts.search}
        name="search"
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={setTyped}
        connectedRight={<Button submit>{texts.searchButton}</Button>}
      />
    </Form>
  );
}

type RowTableProps<Row> = Pick<JudgedRowsProps<Row>, "texts" | "amounts" | "nameOf" | "rowTitle" | "list">;

function RowTable<Row extends JudgedRow>({ list, ...columns }: RowTableProps<Row>) {
  const { texts, amounts, rowTitle } = columns;
  return (
    <table className="plain-table stacked-table">
      <thead>
        <tr>
          <th scope="col">{texts.order}</th>
          <th scope="col">{texts.affiliate}</th>
          <th scope="col">{texts.date}</th>
          {amounts.map(({ title }) => (
            <th key={title} scope="col" className="amount">
              {title}
            </th>
          ))}
          <th scope="col" className="amount">
            {texts.difference}
          </th>
          <th scope="col">{texts.finding}</th>
          {rowTitle !== null && (
            <th scope="col" className="amount">
              {rowTitle}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <TableRow key={row.row} row={row} {...columns} />
        ))}
      </tbody>
    </table>
  );
}

type TableRowProps<Row> = Omit<RowTableProps<Row>, "list"> & { readonly row: Row };

function TableRow<Row extends JudgedRow>({ row, texts, amounts, nameOf, rowTitle }: TableRowProps<Row>) {
  const { order, orderId, affiliate, day, difference, why } = row;
  const name = order === "" ? "–" : `#${order}`;
  return (
    <tr>
      <th scope="row">
        {orderId === null ? (
          name
        ) : (
          <Link url={`/dashboard/orders/${encodeURIComponent(orderId)}`}>{name}</Link>
        )}
      </th>
      <td data-label={texts.affiliate}>{affiliate || "–"}</td>
      <td data-label={texts.date}>{day === null ? "–" : formatDay(day)}</td>
      {amounts.map(({ title, of }) => (
        <td key={title} data-label={title} className="amount">
          {amountText(formatMoney, of(row))}
        </td>
      ))}
      <td data-label={texts.difference} className="amount">
        {amountText(differenceText, difference)}
      </td>
      <td data-label={texts.finding} className="wrapping-cell">
        <Finding name={nameOf(row)} why={why} />
      </td>
      {rowTitle !== null && (
        <td data-label={rowTitle} className="amount">
          {row.row}
        </td>
      )}
    </tr>
  );
}

const amountText = (write: (money: MoneyOnWire) => string, money: MoneyOnWire | null) =>
  money === null ? "–" : write(money);

function Finding({ name, why }: { name: string; why: string }) {
  return (
    <span className="two-line-cell">
      <Text as="span">{name}</Text>
      <Text as="span" tone="subdued">
        {why}
      </Text>
    </span>
  );
}
