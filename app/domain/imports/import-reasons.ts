/** Reasons about imports and audits of another app's data, by code. */
export type ImportReasons = {
  audit_started: object;
  import_being_undone: object;
  import_ended: { readonly what: "left" | "paged" | "paged_left"; readonly count: number };
  import_in_use: { readonly count: number };
  import_not_checked: object;
  import_not_done: object;
  import_paid: { readonly count: number };
  import_running: object;
  import_started: object;
  order_of_previous_app: object;
};
