import type { admin } from "./en/admin/index.ts";
import type { en } from "./en/index.ts";

/** A catalog with the keys of the English one, in any language. */
export type Texts<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Texts<English[Key]>;
};

/** All texts for affiliates and applicants in one language. */
export type Catalogs = Texts<typeof en>;

/** All texts for merchants. */
export type AdminCatalogs = Texts<typeof admin>;

/** Name of a catalog, which is its file's name. */
export type Subject = keyof typeof en;
export type AdminSubject = keyof typeof admin;
