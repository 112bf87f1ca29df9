import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionOfFlag } from "#app/store/commissions.ts";
import type { FlagRow } from "#app/store/flags.ts";
import { type CommissionFound, readCommission } from "./read-commissions.ts";

/** The commission of a flagged order for the flag's affiliate; null for other flags, and where nothing was earned. */
export async function readFlaggedCommission(flag: FlagRow, now: Date): Promise<CommissionFound | null> {
  const flagged = await commissionOfFlag(db(), flag);
  if (!flagged) return null;
  const found = await readCommission(flag.shopId, flagged.commissionId, now);
  return isRefusal(found) ? null : found;
}
