import type { ColumnUse, DateOrder, DirectionWay, FeeWay, StatementWord } from "../reading.ts";

/** The use of a column without a name; `null` for cells of any kind, "=*" for one that always holds "*". */
export type PlacedUse = ColumnUse | `=${string}` | null;

/** A known CSV file of a bank or provider. A new bank is an entry in the list of its country. */
export type StatementLayout = {
  readonly name: string;
  /** Columns by their names; a file that has all of them is of this layout. Without names: the uses from the left. */
  readonly columns: Readonly<Record<string, ColumnUse>> | readonly PlacedUse[];
  /** Columns that some of the files have. */
  readonly more?: Readonly<Record<string, ColumnUse>>;
  /** Left out where the names are too common to tell the provider, as is `currency`. */
  readonly dates?: DateOrder;
  readonly direction: DirectionWay;
  readonly fee?: FeeWay;
  /** The currency of all accounts that have these files. */
  readonly currency?: string;
  readonly words?: readonly StatementWord[];
};
