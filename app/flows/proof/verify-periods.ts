import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import type { Db } from "#app/platform/db.server.ts";
import { transfersAfterClosing, wrongClosedBalances } from "#app/store/closed-periods.ts";

/**
 * M14: no transfer of a closed period came after its closing, and the accounts still come to what they did at it: by
 * sequence as they were summed then, by the instant of recording now.
 */
export async function verifyPeriods(tx: Db, shopId: ShopId, found: (one: Difference) => void): Promise<void> {
  for (const { transfer, affiliate, until } of await transfersAfterClosing(tx, shopId)) {
    const what = `is recorded in the period that was closed until ${until}, and came after its closing`;
    found(rowDifference("ledger_transfers", transfer, what, { affiliateId: affiliate }));
  }
  for (const { until, currency, account, kept, summed } of await wrongClosedBalances(tx, shopId)) {
    const what = `came to ${kept} at the closing, its transfers sum to ${summed}`;
    found(rowDifference("closed_balances", `${until} ${currency} ${account}`, what));
  }
}
