import type { badValues } from "../../support/bad-values.ts";
import type { makeMerchant } from "../../support/merchant.ts";

export type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
export type Plain = Record<string, unknown>;

/** A call with a body: one that is right, and the kind of each of its fields. */
export type Call = {
  readonly id: string;
  readonly path: (merchant: Merchant) => string;
  readonly method: "POST" | "PUT";
  readonly body: Plain | ((merchant: Merchant) => Plain);
  readonly fields: Readonly<Record<string, keyof typeof badValues>>;
  readonly required: readonly string[];
  /** Status of the answer to the right body. */
  readonly good: number;
  /** Needs an Idempotency-Key. */
  readonly key?: boolean;
  /** Fields that name what may not be there: then this status is right beside 400. */
  readonly alsoRefused?: Readonly<Record<string, 404>>;
};
