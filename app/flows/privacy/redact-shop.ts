import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { revokeApiKeys } from "#app/store/api-keys.ts";
import { dropApplications } from "#app/store/applications.ts";
import { recordAudit } from "#app/store/audit.ts";
import { dropBacktests } from "#app/store/backtests.ts";
import { eraseClicks } from "#app/store/clicks.ts";
import { eraseClaimTexts, eraseTrackingOf, tracedOrders } from "#app/store/customer-traces.ts";
import { dropDataRequests } from "#app/store/data-requests.ts";
import { dropBatches } from "#app/store/discounts.ts";
import { dropEmailSettings } from "#app/store/email-templates.ts";
import { forgetAllDetails } from "#app/store/forget-payout-details.ts";
import { dropRequestsBefore } from "#app/store/idempotent-requests.ts";
import { dropBodies } from "#app/store/inbox.ts";
import { dropEmailFailures } from "#app/store/email-failures.ts";
import { dropNotices } from "#app/store/merchant-notices.ts";
import { dropImports, dropSweeps } from "#app/store/sweeps.ts";
import { dropAllEvents } from "#app/store/outbox.ts";
import { erasePaypalSecretsOf } from "#app/store/payout-details.ts";
import { removePlatformSessionsOf, revokeSessions } from "#app/store/sessions.ts";
import { dropAudits } from "#app/store/referral-audits.ts";
import { dropShadowCommissions } from "#app/store/shadow.ts";
import { dropReportViews } from "#app/store/report-views.ts";
import { lockShop, markRedacted, removeLogo } from "#app/store/shops.ts";
import { forgetStaff } from "#app/store/staff.ts";
import { deleteChunksOfShop } from "#app/store/file-chunks.ts";
import { forgetFileImports } from "#app/store/file-imports.ts";
import { dropDraftsAndLayouts } from "#app/store/statement-drafts.ts";
import { forgetOrders } from "./forget-orders.ts";

/**
 * Redacts a shop two days after it uninstalled the app: tokens, keys, staff, customers, visitors, events, backtests,
 * imports, audits, sweeps, saved reports, applications, email texts, affiliates' payout details and all bodies. Its
 * affiliates' books stay. Does nothing and returns false if the shop has come back.
 */
export async function redactShop(shopId: ShopId, news: { triggeredAt: Date; now: Date }): Promise<boolean> {
  return inTransaction(async (tx) => {
    const shop = await lockShop(tx, shopId);
    if (!shop || (shop.installedAt !== null && shop.uninstalledAt === null)) return false;
    if (shop.installedAt !== null && news.triggeredAt < shop.installedAt) return false;
    await removePlatformSessionsOf(tx, shop.domain);
    await revokeSessions(tx, shopId, { now: news.now });
    await revokeApiKeys(tx, shopId, news.now);
    await dropRequestsBefore(tx, shopId, news.now);
    await forgetStaff(tx, shopId);
    await forgetTracking(tx, shopId, news.now);
    await dropBodies(tx, shopId, news.now);
    await dropEmailFailures(tx, shopId, news.now);
    await dropAllEvents(tx, shopId);
    await dropBacktests(tx, shopId);
    await dropBatches(tx, shopId);
    await dropImports(tx, shopId);
    await dropSweeps(tx, shopId, news.now);
    await dropReportViews(tx, shopId);
    await dropApplications(tx, shopId);
    await dropEmailSettings(tx, shopId);
    await dropNotices(tx, shopId);
    await removeLogo(tx, shopId);
    await dropDraftsAndLayouts(tx, shopId);
    await forgetFileImports(tx, shopId);
    await dropAudits(tx, shopId);
    await dropShadowCommissions(tx, shopId);
    await deleteChunksOfShop(tx, shopId);
    await forgetAllDetails(tx, shopId, news.now);
    await erasePaypalSecretsOf(tx, shopId, news.now);
    await markRedacted(tx, shopId, news.now);
    const subject = { subjectKind: "shop", subjectId: shopId, action: "redacted" };
    await recordAudit(tx, shopId, { ...subject, actor: systemActor, now: news.now });
    return true;
  });
}

const atOnce = 500;

/**
 * Deletes all customers and visitors of a shop. Links, codes, discounts and their owners stay with the affiliates'
 * books, and so do decisions.
 */
async function forgetTracking(tx: Tx, shopId: ShopId, now: Date): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await tracedOrders(tx, shopId, { which: null, after, limit: atOnce, lock: true });
    const last = rows.at(-1);
    if (!last) break;
    await forgetOrders(tx, shopId, { rows, now });
    after = last.orderId;
  }
  await eraseClicks(tx, shopId);
  await eraseTrackingOf(tx, shopId);
  await eraseClaimTexts(tx, shopId, null);
  await dropDataRequests(tx, shopId);
}
