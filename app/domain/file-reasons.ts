/** Kinds of files that are refused. */
export type FileKind =
  | "compressed"
  | "excel"
  | "image"
  | "not_csv"
  | "not_text"
  | "other_xml"
  | "pdf"
  | "statement_empty"
  | "web_page"
  | "zip";

/** Reasons to refuse an uploaded file, by code. */
export type FileReasons = {
  file_balance: object;
  file_cell: { readonly row: number; readonly column: number; readonly most: number };
  file_columns: { readonly row: number; readonly most: number };
  file_cut_off: { readonly row: number; readonly column: number };
  file_damaged: object;
  file_empty: object;
  file_encoding: object;
  file_kind: { readonly what: FileKind };
  file_no_dates: object;
  file_not_statement: { readonly what: "document_type" | "instruction" | "long_text" | "nesting" };
  file_rows: { readonly most: number };
  file_too_large: { readonly megabytes: number };
  file_zero_byte: { readonly row: number; readonly column: number };
};
