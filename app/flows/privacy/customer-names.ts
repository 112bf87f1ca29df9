import type { ShopId } from "#app/domain/ids.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import type { CustomerNames } from "#app/store/customer-traces.ts";

/** The customer of a privacy request, as Shopify names them. Not stored. */
export type CustomerRequest = {
  readonly requestId: string | null;
  readonly customerId: string | null;
  readonly email: string | null;
  readonly orderIds: readonly string[];
};

/** Keys that identify the customer of a request here. */
export function namesOf(shopId: ShopId, { customerId, email, orderIds }: CustomerRequest): CustomerNames {
  return { customerHash: email ? customerHash(shopId, email) : null, customerId, orderIds };
}

/** Hashes to find stored answers to a customer when they are redacted. Empty if the request names nobody. */
export function answerHashes(shopId: ShopId, { customerId, email }: CustomerRequest): string[] {
  const number = customerId === null ? [] : [customerHash(shopId, `number ${customerId}`)];
  return [...(email ? [customerHash(shopId, email)] : []), ...number];
}
