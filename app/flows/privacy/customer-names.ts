import type { ShopId } from "#app/domain/ids.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import type { CustomerNames } from "#app/store/customer-traces.ts";

/** Whom a request is about, as the platform names them; nothing of it is kept. */
export type CustomerRequest = {
  readonly requestId: string | null;
  readonly customerId: string | null;
  readonly email: string | null;
  readonly orderIds: readonly string[];
};

/** By what the customer of a request is known here. */
export function namesOf(shopId: ShopId, { customerId, email, orderIds }: CustomerRequest): CustomerNames {
  return { customerHash: email ? customerHash(shopId, email) : null, customerId, orderIds };
}

/** Under which an answer to a customer is found again when they are to be forgotten. Null where nobody is named. */
export function answerHashes(shopId: ShopId, { customerId, email }: CustomerRequest): string[] {
  const number = customerId === null ? [] : [customerHash(shopId, `number ${customerId}`)];
  return [...(email ? [customerHash(shopId, email)] : []), ...number];
}
