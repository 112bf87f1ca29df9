import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import type { Db } from "#app/platform/db.server.ts";
import { wrongCoverings, wrongLines, wrongOpenSums } from "#app/store/verification-lines.ts";

/**
 * M22: coverings against their payments, lines against their transfers and coverings, and what is open against what is
 * payable.
 */
export async function verifyLines(tx: Db, shopId: ShopId, found: (one: Difference) => void): Promise<void> {
  for (const { item, affiliate, what } of await wrongCoverings(tx, shopId)) {
    found(rowDifference("payout_coverings", item, what, { affiliateId: affiliate || null }));
  }
  for (const { line, affiliate, kept, summed } of await wrongLines(tx, shopId)) {
    const what = `is kept as ${kept}, and its transfers and coverings say ${summed}`;
    found(rowDifference("balance_lines", line, what, { affiliateId: affiliate }));
  }
  for (const { affiliate, currency, open, fees, payable } of await wrongOpenSums(tx, shopId)) {
    const what = `has ${open} open and ${fees} of fees to come, and ${payable} payable`;
    found(rowDifference("balance_lines", `${affiliate} ${currency}`, what, { affiliateId: affiliate }));
  }
}
