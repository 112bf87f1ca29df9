import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { methodName } from "#app/i18n/method-words.ts";

/** A masked account with its method, for example "PayPal, m…@example.com". */
export function accountWords({ method, masked }: { method: PayoutMethod; masked: string }): string {
  return `${methodName(method)}, ${masked}`;
}
