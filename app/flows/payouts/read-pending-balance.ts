import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { db } from "#app/platform/db.server.ts";
import { nextApprovalAt } from "#app/store/commissions.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { totalsOwed } from "#app/store/owed.ts";
import { payoutLimitsOf } from "#app/store/payout-settings.ts";

/** Pending balances by currency, and when the next one is approved. Null if no day is known. */
export async function readPendingBalance(
  shopId: ShopId,
  now: Date,
): Promise<{ readonly pending: Money[]; readonly nextApproval: Date | null }> {
  const totals = await totalsOwed(db(), shopId, null);
  const pending = totals
    .filter((one) => one.pendingMinor > 0n)
    .map((one) => ({ minor: one.pendingMinor, currency: one.currency }));
  return { pending, nextApproval: pending.length === 0 ? null : await nextApprovalAt(db(), shopId, now) };
}

/** Minimums above an affiliate's balance, by "affiliate currency". Skips balances of zero or less. */
export async function readMinimumsNotReached(
  shopId: ShopId,
  affiliateIds: readonly string[],
): Promise<Readonly<Record<string, Money>>> {
  const limits = (await payoutLimitsOf(db(), shopId)).filter((one) => one.minimumMinor > 0n);
  if (limits.length === 0) return {};
  const balances = await balancesOf(db(), shopId, affiliateIds as readonly AffiliateId[]);
  const missed: Record<string, Money> = {};
  for (const [affiliateId, held] of balances) {
    for (const { currency, payableMinor } of held) {
      const minor = limits.find((one) => one.currency === currency)?.minimumMinor ?? 0n;
      if (payableMinor <= 0n || payableMinor >= minor) continue;
      missed[`${affiliateId} ${currency}`] = { minor, currency };
    }
  }
  return missed;
}
