/** The one message of the keeper to the process that started it. */
export type Report =
  | { readonly kind: "ready"; readonly url: string; readonly folder: string }
  | { readonly kind: "failed"; readonly reason: string };
