import { methodName } from "#app/i18n/method-words.ts";
import { Button, Text } from "@shopify/polaris";
import { type CSSProperties, memo, type ReactNode, useId, useState } from "react";
import { type ListColumn, type ListSpec, parametersOf } from "#app/contracts/lists/list-spec.ts";
import { formatCount, formatMoney, formatListDate, formatListTime } from "../format.ts";
import { AppLink } from "../frame/app-link.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { type BulkAction, SelectionBar, SelectToggle } from "./list-selection.tsx";
import { ListFooter, type PageOfList } from "./list-footer.tsx";
import { listText as t } from "./list-text.ts";
import { useIsListLoading } from "./use-list-loading.ts";
import { useListParams } from "./use-list-params.ts";
import { type Selection, useSelection } from "./use-selection.ts";

type ListRow = {
  readonly id: string;
  /** The row's own page, if it has one. */
  readonly url?: string;
  /** A second line below the name. */
  readonly detail?: string;
  /** False if no bulk action applies. */
  readonly isSelectable?: boolean;
};

export type ListTableProps<Row, Name extends string> = {
  list: Pick<ListSpec<Row, Name>, "columns" | "shown" | "parameters">;
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
};

/** Browsers drop the roles of a table whose rows are not laid out as table rows. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/**
 * Rows of a list with selection and pages. They stay while others load. One table for every width: on a phone its rows
 * are cards by CSS.
 */
export function ListTable<Row, Name extends string>(props: ListTableProps<Row, Name>) {
  const { rows, rowOf, pagination, bulkActions = [], resourceName, noneTitle } = props;
  const isLoading = useIsListLoading();
  const hasActions = bulkActions.length > 0;
  const selection = useSelection(
    hasActions ? rows.map(rowOf).flatMap(({ id, isSelectable }) => (isSelectable === false ? [] : [id])) : [],
  );
  const [isSelecting, setSelecting] = useState(false);
  const looks = ["list-rows", isLoading && "is-loading", isSelecting && "is-selecting"];
  return (
    <>
      {hasActions && rows.length > 0 && (
        <SelectToggle
          items={resourceName.plural}
          selection={selection}
          isSelecting={isSelecting}
          onToggle={() => {
            setSelecting(!isSelecting);
            selection.clear();
          }}
        />
      )}
      <div className={looks.filter(Boolean).join(" ")} aria-busy={isLoading}>
        {rows.length === 0 ? (
          <NoRows list={props.list} title={noneTitle} items={resourceName.plural} />
        ) : (
          <Table table={props} selection={hasActions ? selection : null} />
        )}
      </div>
      {selection.ids.size > 0 ? (
        <SelectionBar actions={bulkActions} selection={selection} />
      ) : (
        <ListFooter pagination={pagination} shown={rows.length} />
      )}
    </>
  );
}

type NoRowsProps = { list: Pick<ListSpec<never>, "parameters">; title: string | undefined; items: string };

function NoRows({ list, title, items }: NoRowsProps) {
  const { clearedHref } = useListParams();
  return (
    <div className="list-none">
      <Text as="p" variant="headingMd">
        {title ?? t("rows.noMatch", { items })}
      </Text>
      {title === undefined && <Button url={clearedHref(list)}>{t("filters.clear")}</Button>}
    </div>
  );
}

type TableProps<Row, Name extends string> = {
  table: ListTableProps<Row, Name>;
  /** Null without bulk actions. */
  selection: Selection | null;
};

function Table<Row, Name extends string>({ table, selection }: TableProps<Row, Name>) {
  const { list, rows, rowOf, resourceName, timeZone } = table;
  const { param } = useListParams();
  // Each search has rows of its own. A row that two searches share would move, which counts as a layout shift.
  const search = [...parametersOf(list), "page", "limit"].map(param).join("\n");
  const columns = list.shown.map((name) => list.columns[name]);
  // The rows of a long list are laid out when they come near.
  const many = rows.length > manyRows ? " has-many-rows" : "";
  return (
    <table
      {...roles.table}
      aria-label={resourceName.plural}
      className={`list-table${many}`}
      style={tracksOf(columns, selection !== null)}
    >
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          {selection && (
            <td {...roles.cell} className="list-select">
              <SelectBox
                label={t("rows.selectAll", { items: resourceName.plural })}
                checked={selection.isWhole}
                onChange={selection.toggleAll}
              />
            </td>
          )}
          {columns.map((column, at) => (
            <th
              key={list.shown[at]}
              {...roles.columnheader}
              scope="col"
              className={classOf(column)}
              {...("time" in column && { title: t("rows.zone", { zone: timeZone }) })}
            >
              {headingOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody key={search} {...roles.rowgroup}>
        {rows.map((row) => {
          const { id } = rowOf(row);
          return (
            <TableRow
              key={id}
              row={row}
              table={table}
              isSelected={selection?.ids.has(id) === true}
              onSelect={selection?.toggle ?? null}
            />
          );
        })}
      </tbody>
    </table>
  );
}

const manyRows = 25;

type RowProps<Row, Name extends string> = {
  row: Row;
  table: ListTableProps<Row, Name>;
  isSelected: boolean;
  onSelect: ((id: string) => void) | null;
};

/** Selecting a row renders only this row, because the table's props stay the same. */
const TableRow = memo(RowOfTable) as typeof RowOfTable;

function RowOfTable<Row, Name extends string>({ row, table, isSelected, onSelect }: RowProps<Row, Name>) {
  const { list, rowOf, resourceName } = table;
  const { id, url, detail, isSelectable } = rowOf(row);
  const [name, ...cells] = listCells(table, row);
  const nameId = useId();
  return (
    <tr {...roles.row} className={isSelected ? "list-row is-selected" : "list-row"}>
      {onSelect && (
        <td {...roles.cell} className="list-select">
          <SelectBox
            label={t("rows.selectOne", { item: resourceName.singular })}
            labelledBy={nameId}
            checked={isSelected}
            disabled={isSelectable === false}
            onChange={() => onSelect(id)}
          />
        </td>
      )}
      <th {...roles.rowheader} scope="row" className="list-name">
        {url === undefined ? (
          <span id={nameId}>{name}</span>
        ) : (
          <AppLink url={url} id={nameId} className="list-link">
            {name}
          </AppLink>
        )}
        {detail !== undefined && <span className="list-detail">{detail}</span>}
      </th>
      {cells.map((cell, at) => {
        const column = list.shown[at + 1];
        return (
          <td key={column} {...roles.cell} {...(column && looksOf(list.columns[column]))}>
            {cell}
          </td>
        );
      })}
    </tr>
  );
}

type SelectBoxProps = {
  label: string;
  /** Id of the row's name. */
  labelledBy?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
};

/** The label makes the target as large as the cell. */
function SelectBox({ label, labelledBy, ...box }: SelectBoxProps) {
  const id = useId();
  return (
    <label className="list-box">
      <input
        type="checkbox"
        id={id}
        aria-label={label}
        {...(labelledBy !== undefined && { "aria-labelledby": `${id} ${labelledBy}` })}
        {...box}
      />
    </label>
  );
}

/** Cells of a row in the order of the shown columns. */
function listCells<Row, Name extends string>(
  { list, renderCells, timeZone }: Pick<ListTableProps<Row, Name>, "list" | "renderCells" | "timeZone">,
  row: Row,
): ReactNode[] {
  return list.shown.map((name) => renderCells?.[name]?.(row) ?? cellOf(list.columns[name], row, timeZone));
}

function cellOf<Row>(column: ListColumn<Row>, row: Row, timeZone: string): ReactNode {
  if ("text" in column) return column.text(row) || <Dash />;
  if ("method" in column) return orDash(column.method(row), methodName);
  // TypeScript has checked in the spec that the state belongs to the kind.
  if ("badge" in column) {
    return <StatusBadge of={column.badge as "order"} state={column.status(row) as "credited"} />;
  }
  if ("count" in column) return formatCount(column.count(row));
  if ("money" in column) return orDash(column.money(row), formatMoney);
  if ("day" in column) return orDash(column.day(row), (at) => timeOf(at, formatListDate(at, timeZone)));
  if ("time" in column) return orDash(column.time(row), (at) => timeOf(at, formatListTime(at, timeZone)));
  return null;
}

const timeOf = (at: string, text: string) => <time dateTime={at}>{text}</time>;

function orDash<Value>(value: Value | null | undefined, format: (value: Value) => ReactNode): ReactNode {
  return value === null || value === undefined ? <Dash /> : format(value);
}

/** No value. A card leaves it out. */
export function Dash() {
  return <span className="off-phone">–</span>;
}

function looksOf(column: ListColumn<never>) {
  const label = column.isNamedOnCard && { "data-label": headingOf(column) };
  return { className: classOf(column), ...label };
}

export function headingOf({ title }: Pick<ListColumn<never>, "title">): string {
  return typeof title === "string" ? t(`columns.${title}`) : title.question;
}

function isNumeric(column: ListColumn<never>): boolean {
  return column.isNumeric === true || "count" in column || "money" in column;
}

function classOf(column: ListColumn<never> | undefined): string | undefined {
  if (!column) return undefined;
  const names = [
    isNumeric(column) && "is-numeric",
    column.isOptional && "is-optional",
    column.onCard && `on-card-${column.onCard}`,
  ];
  return names.filter(Boolean).join(" ") || undefined;
}

/**
 * Widths of the columns, the same in each row, so no row has to be laid out to place another one. The narrow table
 * has no optional columns.
 */
function tracksOf(columns: readonly ListColumn<never>[], hasSelection: boolean): CSSProperties {
  const tracks = (kept: readonly ListColumn<never>[]) =>
    [
      ...(hasSelection ? ["2.75rem"] : []),
      ...kept.map((column) => `minmax(0, ${shareOf(column, column === columns[0])}fr)`),
    ].join(" ");
  const narrow = tracks(columns.filter(({ isOptional }) => isOptional !== true));
  return { "--list-tracks": tracks(columns), "--list-narrow-tracks": narrow } as CSSProperties;
}

function shareOf(column: ListColumn<never>, isName: boolean): number {
  if (column.width !== undefined) return column.width === "wide" ? 2.4 : 0.9;
  if (isName) return 1.8;
  if ("count" in column) return 0.8;
  if ("day" in column) return 0.9;
  return isNumeric(column) ? 1.1 : 1.4;
}
