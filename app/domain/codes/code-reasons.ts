import type { DiscountPart } from "./discount-part.ts";

/** Parts of a discount that the store's staff changed. */
type DiscountEdit = Exclude<DiscountPart, "value"> | "amount" | "percentage" | "value";

/** Reasons about discount codes in the store, by code. */
export type CodeReasons = {
  code_assigned: object;
  code_exists_in_store: object;
  code_in_store: { readonly name: string };
  code_missing_in_store: object;
  code_not_added_yet: object;
  code_not_created: object;
  code_not_removed_yet: object;
  code_paused: object;
  code_taken: object;
  code_unchanged: object;
  code_without_discount: object;
  codes_differ: {
    readonly what: "missing" | "running" | "unassigned";
    readonly codes: string;
    readonly count: number;
    /** Codes that are not named. */
    readonly more: number;
  };
  codes_not_added: object;
  discount_deleted: object;
  discount_edited: { readonly what: DiscountEdit; readonly value: string };
  discount_ended: object;
  discount_gone: object;
  discount_not_running: object;
  discount_unsupported: object;
  discount_without_template: object;
};
