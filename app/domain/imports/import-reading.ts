import type { DateOrder, Delimiter, Encoding, TableLine } from "../tables/table.ts";
import type { RateKind } from "./imported-rate.ts";
import type { AmountForm, ImportedState, ImportKind, ImportSystem, ImportUse } from "./import-kinds.ts";

/** How the rows of a file are found in its bytes. */
export type TableSource = {
  readonly encoding: Encoding | "xlsx";
  readonly delimiter: Delimiter;
  readonly headerRow: number;
};

/** A file of rows below a header. JSON. */
export type ImportTable = {
  readonly head: readonly string[];
  /** Rows that show how the file is written (`rowSampler`). Of a short file, all. */
  readonly sample: readonly TableLine[];
  /** Number of rows that are not empty. */
  readonly rows: number;
  /** Encoding and delimiter, or "xlsx". For people to check. */
  readonly format: string;
  readonly source: TableSource;
};

/** A person's choice about a program of the file that the store doesn't have. */
export type ProgramChoice =
  | {
      readonly as: "create";
      readonly name: string;
      readonly kind: RateKind;
      /** A percentage or an amount, as typed. */
      readonly value: string;
      /** Set once the import has created it. */
      readonly programId?: string | undefined;
    }
  | { readonly as: "use"; readonly programId: string }
  /** They join the program of people without one. */
  | { readonly as: "usual" };

/** How a file is read: everything that its bytes don't say, with one use per column. JSON. */
export type ImportReading = {
  readonly system: ImportSystem;
  readonly kind: ImportKind;
  readonly columns: readonly ImportUse[];
  readonly dates: DateOrder;
  readonly amounts: AmountForm;
  /** Used where neither a column nor a cell names a currency. Null if every row has one. */
  readonly currency: string | null;
  /** Meanings of status words, by lower-case text, that differ from the system's or are missing there. */
  readonly words: Readonly<Record<string, ImportedState>>;
  /** Day on which pending commissions become available, if the file has none. */
  readonly releaseOn: string | null;
  /** Program for people whose file names none of the store's. '' for none. */
  readonly programId: string;
  /** Choices for programs of the file that the store lacks, by `programKey`. */
  readonly programs: Readonly<Record<string, ProgramChoice>>;
};

/** Settings that a person chose. Absent ones are detected. */
export type ImportChoices = Partial<ImportReading>;

export type ImportSetting =
  "system" | "kind" | "columns" | "dates" | "amounts" | "currency" | "words" | "releaseOn" | "programs";

/** A setting that has to be chosen before the file can be imported. */
export type ImportQuestion = {
  readonly setting: ImportSetting;
  readonly code:
    | "kind_unknown"
    | "column_missing"
    | "column_twice"
    | "date_order"
    | "decimal_sign"
    | "currency_missing"
    | "word_unknown"
    | "release_missing"
    | "program_missing"
    | "program_rate_missing";
  /** The use that is missing or there twice, the unknown word, or the program's name. '' for others. */
  readonly what: string;
};

export type ImportDetection = {
  readonly table: ImportTable;
  readonly reading: ImportReading;
  /** True if the columns are those of a known file of the system. */
  readonly isKnownLayout: boolean;
  readonly questions: readonly ImportQuestion[];
};

/** Larger files are refused. A workbook is read as a whole, so it may hold less. */
export const importLimits = {
  csv: { bytes: 200_000_000, rows: 1_000_000 },
  xlsx: { bytes: 10_000_000, rows: 50_000 },
} as const;
