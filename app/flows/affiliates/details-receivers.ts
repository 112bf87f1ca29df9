import { accountEmail, type MaskedAccount } from "#app/domain/payouts/details.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import type { EventReceiver } from "#app/store/outbox.ts";
import { openAccount, type PayoutDetails } from "#app/store/payout-details.ts";

type DetailsChange = { readonly current: PayoutDetails | null; readonly next: PayoutDetails };

/**
 * Every address that a change of payout details concerns: the affiliate's address then and now, and those of the
 * accounts.
 */
export function detailsReceivers(
  { shopId, affiliateId, email }: Affiliate,
  { current, next }: DetailsChange,
): EventReceiver[] {
  const details = [...(current ? [current] : []), next];
  const addresses = [
    email,
    ...details.flatMap((one) => [one.contactEmail, accountEmail(openAccount(shopId, one)) ?? ""]),
  ].filter((one) => one !== "");
  const byKey = new Map(addresses.toReversed().map((one) => [one.toLowerCase(), one]));
  const accounts = {
    account: maskedOf(next),
    ...(current && { accountBefore: maskedOf(current) }),
  };
  return [...byKey.values()].map((to, index) => ({
    receiver: `${affiliateId}:${index + 1}`,
    affiliateId,
    secret: { to, ...accounts },
  }));
}

const maskedOf = ({ method, masked }: PayoutDetails): MaskedAccount => ({ method, masked });
