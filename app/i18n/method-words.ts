import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { payoutMethods } from "./en/admin/payout-methods.ts";
import { textsOf } from "./message.ts";

const t = textsOf("payoutMethods", payoutMethods);

/** Name of a payout method for merchants. */
export function methodName(method: PayoutMethod): string {
  return t(`names.${method}`);
}
