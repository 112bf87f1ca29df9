import type { ShopId } from "#app/domain/ids.ts";
import { type OpenedBalance, takeBack, worthAfter } from "#app/domain/imports/imported-balance.ts";
import type { Tx } from "#app/platform/db.server.ts";
import {
  type ImportedBalance,
  linkBalances,
  lockBalancesOfOrders,
  saveImportedBalances,
} from "#app/store/imported-balances.ts";
import type { Posting } from "#app/store/ledger.ts";

/** An order's net sales after a change. A lost dispute is worth nothing, like a cancellation. */
export type OrderWorth = {
  readonly orderId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly netMinor: bigint;
  /** Net sales before refunds. */
  readonly soldMinor: bigint;
  readonly happenedAt: Date;
};

/**
 * M12: lowers the imported balances that are pending for these locked orders, in proportion to their net sales. A
 * change after the release becomes a to-do for the merchant. Returns the postings.
 */
export async function followOrders(
  tx: Tx,
  shopId: ShopId,
  orders: readonly OrderWorth[],
): Promise<Posting[]> {
  const worth = new Map(orders.map((one) => [one.orderId, one]));
  await linkBalances(tx, shopId, orders);
  const balances = await lockBalancesOfOrders(tx, shopId, [...worth.keys()]);
  const postings: Posting[] = [];
  const changed: ImportedBalance[] = [];
  for (const balance of balances) {
    const order = worth.get(balance.orderId ?? "");
    const next = order && followOrder(balance, order);
    if (!next) continue;
    changed.push(next.balance);
    if (next.posting) postings.push(next.posting);
  }
  await saveImportedBalances(tx, changed);
  return postings;
}

type Followed = { readonly balance: ImportedBalance; readonly posting: Posting | null };

function followOrder(
  balance: ImportedBalance,
  { netMinor, soldMinor, happenedAt }: OrderWorth,
): Followed | null {
  if (balance.currentMinor <= 0n) return null;
  const { orderNetMinor, openedMinor, currentMinor } = balance;
  if (orderNetMinor === null) {
    // Nobody knows whether the file's amount includes what was refunded before the order arrived.
    const todo = netMinor < soldMinor ? "order_changed" : balance.todo;
    return { balance: { ...balance, orderNetMinor: netMinor, todo }, posting: null };
  }
  const left = worthAfter({ currentMinor, openedMinor }, { beforeMinor: orderNetMinor, nowMinor: netMinor });
  if (left === currentMinor) return null;
  if (isAvailable(balance)) return { balance: { ...balance, todo: "order_changed" }, posting: null };
  const { entry, revision } = takeBack(openedOf(balance), currentMinor - left);
  return {
    balance: { ...balance, currentMinor: left, revision },
    posting: { ...entry, happenedAt },
  };
}

function isAvailable({ releasesAt, releasedAt }: ImportedBalance): boolean {
  return releasesAt === null || releasedAt !== null;
}

/** The balance as its postings see it. */
export function openedOf(balance: ImportedBalance): OpenedBalance {
  return { ...balance, isAvailable: isAvailable(balance) };
}
