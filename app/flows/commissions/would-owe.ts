import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { balancesOf, postedOf } from "#app/store/ledger.ts";

type Standing = { readonly affiliateId: AffiliateId; readonly currency: string };

/**
 * M1, M12: how much an affiliate would owe if what was released of a commission went back, because the money is gone
 * already; minor units, zero when it is still there.
 */
export async function wouldOwe(shopId: ShopId, of: Standing, posted: Posted): Promise<bigint> {
  if (posted.payableMinor <= 0n) return 0n;
  const balances = await balancesOf(db(), shopId, [of.affiliateId]);
  const balance = balances.get(of.affiliateId)?.find((one) => one.currency === of.currency);
  const left = (balance?.payableMinor ?? 0n) - posted.payableMinor;
  return left < 0n ? -left : 0n;
}

/** The same for who has the credit for an order now; null where it would owe nothing. */
export async function wouldOweForOrder(
  shopId: ShopId,
  orderId: string,
): Promise<{ readonly minor: bigint; readonly currency: string } | null> {
  const rows = await commissionsOfOrders(db(), shopId, [orderId]);
  const own = rows.filter((row) => row.kind === "order");
  const posted = await postedOf(
    db(),
    shopId,
    own.map((row) => row.commissionId),
  );
  for (const row of own) {
    const minor = await wouldOwe(shopId, row, posted.get(row.commissionId) ?? nothing);
    if (minor > 0n) return { minor, currency: row.currency };
  }
  return null;
}

const nothing: Posted = { pendingMinor: 0n, payableMinor: 0n };
