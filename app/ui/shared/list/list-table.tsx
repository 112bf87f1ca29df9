import {
  EmptySearchResult,
  IndexTable,
  Link,
  SkeletonBodyText,
  Text,
  useIndexResourceState,
  type IndexTableProps,
} from "@shopify/polaris";
import type { ReactNode } from "react";
import { ListFooter, type PageOfList } from "./list-footer.tsx";
import { useIsListLoading } from "./use-list-loading.ts";

export type Heading = {
  readonly title: string;
  readonly numeric?: boolean;
  /** On a card it stands beside the name, the others below. */
  readonly isAside?: boolean;
};

export type ListRow = {
  readonly id: string;
  /** The row's own page. */
  readonly url: string;
  /** Text of the first column, which is the link. */
  readonly name: string;
  /** A second line below the name. */
  readonly detail?: string;
  /** False where no bulk action is about it. */
  readonly isSelectable?: boolean;
  /** The other columns. */
  readonly cells: readonly ReactNode[];
};

export type BulkAction = {
  readonly content: string;
  /** Gets the ids of the selected rows of this page. */
  readonly onAction: (ids: string[], clear: () => void) => void;
};

export type ListTableProps = {
  resourceName: { singular: string; plural: string };
  headings: readonly [Heading, ...Heading[]];
  rows: readonly ListRow[];
  pagination: PageOfList;
  bulkActions?: readonly BulkAction[];
  /** Title of a view without rows that no search or filter narrows. */
  noneTitle?: string | undefined;
  /** On a phone each row is a card. */
  hasCards?: boolean;
};

/** The rows of a list, with selection and pages; grey lines while others are on their way. */
export function ListTable(props: ListTableProps) {
  return (
    <>
      {/* With other rows the selection starts anew: what was selected on another page would be changed unseen. */}
      <SelectableTable key={props.rows.map((row) => row.id).join()} {...props} />
      <ListFooter pagination={props.pagination} shown={props.rows.length} />
    </>
  );
}

function SelectableTable(props: ListTableProps) {
  const { resourceName, headings, rows, bulkActions, noneTitle, hasCards } = props;
  const waiting = useIsListLoading();
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
        headings={polarisHeadings(headings)}
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
            headings={headings}
          />
        ))}
      </IndexTable>
    </div>
  );
}

type RowProps = {
  row: ListRow;
  index: number;
  selected: boolean;
  waiting: boolean;
  headings: ListTableProps["headings"];
};

function Row({ row, index, selected, waiting, headings }: RowProps) {
  const alignment = (column: number) => (headings[column]?.numeric ? "end" : "start");
  return (
    // Anew with its link: the row leads on by the link that it found when it came, and one that is gone from the page
    // would open its address as a new document.
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
            <span className="short-cell">{row.name}</span>
          </Link>
        )}
        {!waiting && row.detail !== undefined && (
          <Text as="p" tone="subdued" fontWeight="regular">
            <span className="short-cell">{row.detail}</span>
          </Text>
        )}
      </IndexTable.Cell>
      {row.cells.map((cell, column) => (
        <IndexTable.Cell
          key={headings[column + 1]?.title ?? column}
          {...(headings[column + 1]?.isAside && { className: "card-aside" })}
        >
          <div style={{ textAlign: alignment(column + 1) }}>
            {waiting ? <SkeletonBodyText lines={1} /> : cell}
          </div>
        </IndexTable.Cell>
      ))}
    </IndexTable.Row>
  );
}

function polarisHeadings([first, ...others]: ListTableProps["headings"]): IndexTableProps["headings"] {
  return [polarisHeading(first), ...others.map(polarisHeading)];
}

function polarisHeading({ title, numeric }: Heading) {
  return { title, alignment: numeric ? ("end" as const) : ("start" as const) };
}
