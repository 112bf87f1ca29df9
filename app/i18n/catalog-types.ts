import type { en } from "./en/index.ts";

/** A catalog with the keys of the English one, in any language. */
export type Texts<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Texts<English[Key]>;
};

/** All texts of one language. */
export type Catalogs = Texts<typeof en>;

/** Name of a catalog, which is its file's name. */
export type Subject = keyof typeof en;
