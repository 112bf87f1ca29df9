import {
  EmptySearchResult,
  IndexTable,
  type IndexTableProps,
  Link,
  SkeletonBodyText,
  Text,
  useIndexResourceState,
} from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ListColumn, ListSpec } from "#app/contracts/lists/list-spec.ts";
import { formatCount, formatDate, formatDateTime, formatMoney } from "../format.ts";
import { StatusBadge } from "../status-badge.tsx";
import { ListFooter, type PageOfList } from "./list-footer.tsx";
import { useIsListLoading } from "./use-list-loading.ts";

type ListRow = {
  readonly id: string;
  /** The row's own page. */
  readonly url: string;
  /** A second line below the name. */
  readonly detail?: string;
  /** False if no bulk action applies. */
  readonly isSelectable?: boolean;
};

export type BulkAction = {
  readonly content: string;
  /** Called with the ids of the selected rows of this page. */
  readonly onAction: (ids: string[], clear: () => void) => void;
};

export type ListTableProps<Row, Name extends string> = {
  list: Pick<ListSpec<Row, Name>, "columns" | "shown">;
  rows: readonly Row[];
  rowOf: (row: Row) => ListRow;
  /** Cells that the page renders, by column name. */
  renderCells?: Readonly<Partial<Record<NoInfer<Name>, (row: Row) => ReactNode>>>;
  timeZone: string;
  resourceName: { singular: string; plural: string };
  pagination: PageOfList;
  bulkActions?: readonly BulkAction[];
  /** Title of a view without rows, search and filters. */
  noneTitle?: string | undefined;
  /** On a phone each row is a card. */
  hasCards?: boolean;
};

/** Rows of a list with selection and pages, or skeleton lines while others load. */
export function ListTable<Row, Name extends string>(props: ListTableProps<Row, Name>) {
  const { rows, rowOf, pagination } = props;
  return (
    <>
      {/* Other rows clear the selection. Otherwise rows of another page would be changed unseen. */}
      <SelectableTable key={rows.map((row) => rowOf(row).id).join()} {...props} />
      <ListFooter pagination={pagination} shown={rows.length} />
    </>
  );
}

function SelectableTable<Row, Name extends string>(props: ListTableProps<Row, Name>) {
  const { resourceName, list, bulkActions, noneTitle, hasCards } = props;
  const waiting = useIsListLoading();
  const columns = list.shown.map((name) => list.columns[name]);
  const rows = props.rows.map((row) => ({ ...props.rowOf(row), cells: listCells(props, row) }));
  const selectable = rows.filter((row) => row.isSelectable !== false);
  const selection = useIndexResourceState(selectable.map((row) => ({ id: row.id })));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } = selection;
  // "Select all" is checked once all selectable rows are.
  const isWhole = selectable.length > 0 && selectedResources.length === selectable.length;
  const promoted = (bulkActions ?? []).map(({ content, onAction }) => ({
    content,
    onAction: () => onAction(selectedResources, clearSelection),
  }));
  return (
    <div {...(hasCards && { className: "list-cards" })}>
      <IndexTable
        resourceName={resourceName}
        itemCount={isWhole ? selectable.length : rows.length}
        headings={headingsOf(columns)}
        selectable={promoted.length > 0}
        selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
        onSelectionChange={handleSelectionChange}
        promotedBulkActions={promoted}
        emptyState={
          <EmptySearchResult
            title={noneTitle ?? `No ${resourceName.plural} match`}
            {...(noneTitle === undefined && { description: "Try changing the search or the filters" })}
            withIllustration
          />
        }
      >
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            index={index}
            selected={selectedResources.includes(row.id)}
            waiting={waiting}
            columns={columns}
          />
        ))}
      </IndexTable>
    </div>
  );
}

type TableRowProps = {
  row: ListRow & { readonly cells: readonly ReactNode[] };
  index: number;
  selected: boolean;
  waiting: boolean;
  columns: readonly ListColumn<never>[];
};

function Row({ row, index, selected, waiting, columns }: TableRowProps) {
  const [name, ...cells] = row.cells;
  return (
    // Keyed by its link: a row follows the link element found when it mounted. If that element is gone, it would open
    // its URL as a new document.
    <IndexTable.Row
      key={waiting ? "waiting" : "there"}
      id={row.id}
      position={index}
      selected={selected}
      disabled={row.isSelectable === false}
    >
      <IndexTable.Cell>
        {waiting ? (
          <SkeletonBodyText lines={1} />
        ) : (
          <Link dataPrimaryLink removeUnderline monochrome url={row.url}>
            <span className="short-cell">{name}</span>
          </Link>
        )}
        {!waiting && row.detail !== undefined && (
          <Text as="p" tone="subdued" fontWeight="regular">
            <span className="short-cell">{row.detail}</span>
          </Text>
        )}
      </IndexTable.Cell>
      {cells.map((cell, at) => {
        const column = columns[at + 1];
        return (
          <IndexTable.Cell key={column?.title ?? at} {...(column?.isAside && { className: "card-aside" })}>
            <div style={{ textAlign: column && isNumeric(column) ? "end" : "start" }}>
              {waiting ? <SkeletonBodyText lines={1} /> : cell}
            </div>
          </IndexTable.Cell>
        );
      })}
    </IndexTable.Row>
  );
}

/** Cells of a row in the order of the shown columns. */
export function listCells<Row, Name extends string>(
  { list, renderCells, timeZone }: Pick<ListTableProps<Row, Name>, "list" | "renderCells" | "timeZone">,
  row: Row,
): ReactNode[] {
  return list.shown.map((name) => renderCells?.[name]?.(row) ?? cellOf(list.columns[name], row, timeZone));
}

function cellOf<Row>(column: ListColumn<Row>, row: Row, timeZone: string): ReactNode {
  if ("text" in column) return column.text(row) ?? "–";
  if ("status" in column) return <StatusBadge status={column.status(row)} />;
  if ("count" in column) return formatCount(column.count(row));
  if ("money" in column) return orDash(column.money(row), formatMoney);
  if ("day" in column) return orDash(column.day(row), (at) => formatDate(at, timeZone));
  if ("time" in column) return orDash(column.time(row), (at) => formatDateTime(at, timeZone));
  return null;
}

function orDash<Value>(value: Value | null | undefined, format: (value: Value) => string): string {
  return value === null || value === undefined ? "–" : format(value);
}

function isNumeric(column: ListColumn<never>): boolean {
  return column.isNumeric === true || "count" in column || "money" in column;
}

function headingsOf(columns: readonly ListColumn<never>[]): IndexTableProps["headings"] {
  const [first, ...others] = columns.map((column) => ({
    title: column.title,
    alignment: isNumeric(column) ? ("end" as const) : ("start" as const),
  }));
  return [first ?? { title: "" }, ...others];
}

/** Stops clicks on its content from reaching the row, which would open its page. */
export function OwnClick({ children }: { children: ReactNode }) {
  return (
    // The elements inside handle the keyboard. This only stops their clicks.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClick={(event) => event.stopPropagation()}>{children}</span>
  );
}
