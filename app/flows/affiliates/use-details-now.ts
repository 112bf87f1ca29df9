import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Ctx } from "#app/domain/context.ts";
import { detailsByStage } from "#app/domain/payouts/details.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { lockAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { endDetails, listAliveDetails, startDetailsAt } from "#app/store/payout-details.ts";
import type { Shop } from "#app/store/shops.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { detailsReceivers } from "./details-receivers.ts";
import { hasEmailServer } from "./send-link.ts";

const notEmailed = refuse("not-possible", { code: "no_email_server" });
const notWaiting = refuse("conflict", { code: "details_not_waiting" }, "details");

/**
 * A merchant ends the waiting period of confirmed payout details. The request names the details that the merchant saw,
 * so a newer change is never used by mistake. The affiliate is told at each address that the change concerns.
 */
export async function useDetailsNow(
  { shop, actor, now }: Ctx<Shop>,
  affiliateId: string,
  detailsId: string,
): Promise<Refusal | null> {
  if (!hasEmailServer()) return notEmailed;
  const { shopId } = shop;
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const alive = await listAliveDetails(tx, shopId, affiliate.affiliateId, now);
    const { current, next } = detailsByStage(alive, now);
    if (next?.detailsId !== detailsId) return notWaiting;
    if (current) await endDetails(tx, current, now);
    await startDetailsAt(tx, next, now);
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliate.affiliateId,
      action: "payout-details-used-early",
      actor,
      details: {
        method: next.method,
        account: next.masked,
        before: current?.masked ?? "",
        instead: next.effectiveAt?.toISOString() ?? "",
      },
      now,
    });
    const { affiliateId: to } = affiliate;
    const used = {
      name: "payout_details.used_early",
      subjectId: next.detailsId,
      affiliateId: to,
      payload: { affiliateId: to, method: next.method },
      receivers: detailsReceivers(affiliate, { current, next }),
    } as const;
    await recordEvents(tx, shopId, [used], now);
    return null;
  });
}
