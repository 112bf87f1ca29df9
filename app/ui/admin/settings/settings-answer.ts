import type { FormRefusal } from "../../shared/field-errors.ts";

/** An answer of the settings page's action. */
export type SettingsAnswer =
  | ({ readonly ok: false } & FormRefusal)
  | { readonly ok: true; readonly intent: "save" | "revoke-key" }
  | { readonly ok: true; readonly intent: "make-key"; readonly text: string };
