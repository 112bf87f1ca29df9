import type { badValues } from "../../support/bad-values.ts";
import type { makeMerchant } from "../../support/merchant.ts";

export type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Fields = Readonly<Record<string, string>>;

/** A form of the admin: what it posts when it is right, and the kind of each field that can be wrong. */
export type Form = {
  readonly name: string;
  /** Makes what the form is about, in the merchant's shop, and answers its id. */
  readonly about?: (merchant: Merchant) => Promise<string>;
  readonly path: (merchant: Merchant, id: string) => string;
  /** `{id}` stands for what the form is about, `{affiliate}` for the id of one of the merchant's. */
  readonly fields: Fields;
  readonly kinds: Readonly<Record<string, keyof typeof badValues>>;
  /** Fields that may be missing or empty. */
  readonly optional: readonly string[];
  /** Hidden fields: what is wrong with them is said of the form, since nobody filled them in. */
  readonly hidden?: readonly string[];
  /** Fields that name what may not be there, or not as it was: then this status is right beside 400. */
  readonly alsoRefused?: Readonly<Record<string, 404 | 409>>;
};
