import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import type { FlagRow } from "#app/store/flags.ts";
import { type CommissionFound, readCommission } from "./read-commissions.ts";

/** The commission of a flagged order for the flag's affiliate; null for other flags, and where nothing was earned. */
export async function readFlaggedCommission(
  { shopId, subjectKind, subjectId, affiliateId }: FlagRow,
  now: Date,
): Promise<CommissionFound | null> {
  if (subjectKind !== "order") return null;
  const rows = await commissionsOfOrders(db(), shopId, [subjectId]);
  const flagged = rows.find((one) => one.kind === "order" && one.affiliateId === affiliateId);
  if (!flagged) return null;
  const found = await readCommission(shopId, flagged.commissionId, now);
  return isRefusal(found) ? null : found;
}
