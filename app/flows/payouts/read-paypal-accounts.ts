import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import {
  listPaypalAccounts,
  openPaymentsOf,
  type PaypalAccountRow,
  paypalFor,
} from "#app/store/payout-details.ts";

export type PaypalAccountsView = {
  readonly current: PaypalAccountRow | null;
  readonly isServerPaying: boolean;
  /** Replaced accounts that still have a secret, with their open payments. */
  readonly retired: readonly { readonly account: PaypalAccountRow; readonly openPayments: number }[];
};

/** A shop's PayPal accounts for its settings. */
export async function readPaypalAccounts(shopId: ShopId): Promise<PaypalAccountsView> {
  const accounts = (await listPaypalAccounts(db(), shopId)).filter(({ source }) => source === "store");
  const current = accounts.find(({ retiredAt }) => retiredAt === null) ?? null;
  const kept = accounts.filter(({ retiredAt, sealedSecret }) => retiredAt !== null && sealedSecret !== "");
  const isServerPaying = current === null && (await paypalFor(db(), shopId)) !== null;
  const retired = await Promise.all(
    kept.map(async (account) => ({ account, openPayments: await openPaymentsOf(db(), account) })),
  );
  return { current, isServerPaying, retired };
}
