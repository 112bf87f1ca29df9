import type { z } from "zod";
import type { AdminCatalogs } from "#app/i18n/catalog-types.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import type { moneyWire } from "../wire.ts";

type Money = Pick<z.output<typeof moneyWire>, "amount" | "currencyCode">;

/** Key of a heading in the catalog of lists. */
export type ColumnTitle = keyof AdminCatalogs["lists"]["columns"];

/**
 * A column's heading and its value in a row. A missing value is a dash on the screen and empty in the exported file.
 * Days and times are instants; the screen shows them in the shop's time zone, the file in UTC.
 */
export type ListColumn<Row> = {
  /** A question of an application form is its own heading. */
  readonly title: ColumnTitle | { readonly question: string };
  /** Heading in the file, where it is another one. */
  readonly fileTitle?: ColumnTitle;
  /** On the right. Counts and money always are. */
  readonly isNumeric?: true;
  /** Sentences need more room, and numbers of orders less. */
  readonly width?: "wide" | "narrow";
  /** Hidden where the table is narrow. */
  readonly isOptional?: true;
  /**
   * Place on a card, which a row becomes on a phone: right of the name, in the second line as badge or beside it, or
   * in a line of its own. The other columns are only on the row's page.
   */
  readonly onCard?: "right" | "badge" | "side" | "below";
  /** Its title is on the card, too, because the value alone would not say what it is. */
  readonly isNamedOnCard?: true;
} & ColumnValue<Row>;

type States = AdminCatalogs["badges"]["states"];

/** A state in the machine's word, and the family of badges that has its word for people. */
type BadgeValue<Row> = {
  [Kind in keyof States]: {
    readonly badge: Kind;
    readonly status: (row: Row) => keyof States[Kind] & string;
  };
}[keyof States];

type ColumnValue<Row> =
  | { readonly text: (row: Row) => string | null | undefined }
  /** A payout method, whose name the table and the file write. */
  | { readonly method: (row: Row) => PayoutMethod | null | undefined }
  | BadgeValue<Row>
  | { readonly count: (row: Row) => number }
  | { readonly money: (row: Row) => Money | null | undefined }
  | { readonly day: (row: Row) => string | null | undefined }
  | { readonly time: (row: Row) => string | null | undefined }
  /** The page draws the cell. */
  | { readonly drawn: true };

type Paging = "page" | "limit" | "cursor";

/** Parameters of a list's address that say which rows it has and in which order, on whatever page. */
export type ParametersOf<Query> = Exclude<keyof Query & string, Paging>;

/** A list of the admin: what its address can ask for, its columns, and those of its table and of its file. */
export type ListSpec<Row, Name extends string = string, Parameter extends string = string> = {
  /** Name of its file. */
  readonly name: string;
  /** Their names only: a page that read them from the schema of the query would load Zod. */
  readonly parameters: Readonly<Record<Parameter, true>>;
  readonly columns: Readonly<Record<Name, ListColumn<Row>>>;
  /** Columns of the table, in order. The first is the link to the row's page. */
  readonly shown: readonly NoInfer<Name>[];
  /** Columns of the exported file, in order. */
  readonly exported: readonly NoInfer<Name>[];
  /** Orders to choose from, the usual one first. */
  readonly sorts?: readonly (keyof AdminCatalogs["lists"]["sorts"])[];
};

/** Checks a list's spec against its rows and its query. */
export function listOf<Row, Query>() {
  return <Name extends string>(
    spec: ListSpec<Row, Name, ParametersOf<Query>>,
  ): ListSpec<Row, Name, ParametersOf<Query>> => spec;
}

export function parametersOf({ parameters }: Pick<ListSpec<never>, "parameters">): string[] {
  return Object.keys(parameters);
}

export function columnText<Row>(column: ListColumn<Row>, row: Row): string {
  if ("text" in column) return column.text(row) ?? "";
  if ("method" in column) return column.method(row) ?? "";
  if ("status" in column) return column.status(row);
  if ("count" in column) return String(column.count(row));
  if ("money" in column) return column.money(row)?.amount ?? "";
  if ("day" in column) return column.day(row) ?? "";
  if ("time" in column) return column.time(row) ?? "";
  return "";
}
