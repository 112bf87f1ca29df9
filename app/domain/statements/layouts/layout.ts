import type { ColumnUse, DateOrder, DecimalSign, DirectionWay, FeeWay, StatementWord } from "../reading.ts";

/** What is known of a bank's or provider's CSV file. A new bank is a new file here and a line in all-layouts.ts. */
export type StatementLayout = {
  readonly name: string;
  /**
   * Columns by their names; a file that has all of them is of this layout. For a file without names: the uses from the
   * left, `null` for cells that may hold anything.
   */
  readonly columns: Readonly<Record<string, ColumnUse>> | readonly (ColumnUse | null)[];
  /** Columns that some of the files have. */
  readonly more?: Readonly<Record<string, ColumnUse>>;
  /** Left out where the names are too common to tell the provider. */
  readonly dates?: DateOrder;
  readonly decimals?: DecimalSign;
  readonly direction: DirectionWay;
  readonly fee?: FeeWay;
  /** The currency of all accounts that have these files. */
  readonly currency?: string;
  readonly words?: readonly StatementWord[];
};
