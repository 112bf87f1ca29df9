import { afterNotice, type NoNoticeReason } from "#app/domain/notice.ts";
import { codeEndMail, type CodeEndNews } from "#app/gateways/email/code-mails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { lockAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { type CodeEnd, scheduleCodeEnd } from "#app/store/code-ends.ts";
import { codesByKey } from "#app/store/codes.ts";
import { earningPrograms } from "#app/store/earning-programs.ts";
import { findShop } from "#app/store/shops.ts";
import { tellCode, type By, type Shop } from "./code-parts.ts";

/** How a code ends: with the notice period, unless there is a reason or that period is over. */
export type Ending = { readonly reason?: NoNoticeReason | undefined; readonly isDue?: boolean };

type Named = { readonly affiliateId: string; readonly code: string };

/** T15: the days of notice before a code of an affiliate ends; none before they joined. */
export async function codeNoticeDays(tx: Db, affiliate: Affiliate, now: Date): Promise<number> {
  const { shopId, affiliateId, status } = affiliate;
  if (status !== "active" && status !== "suspended") return 0;
  const programs = await earningPrograms(tx, shopId, { affiliateId, now });
  return Math.max(0, ...programs.map((one) => one.noticeDays));
}

/** T15: schedules the end of a working code where it needs notice; false where it ends now. */
export async function waitForNotice(
  { shopId }: Shop,
  { affiliateId, code }: Named,
  { how, reason, isDue }: Ending & { readonly how: CodeEnd },
  by: By,
): Promise<boolean> {
  if (isDue) return false;
  // Opened before a transaction that may email.
  await openQueue();
  if (reason !== undefined) return false;
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    const [row] = await codesByKey(tx, shopId, [code.toLowerCase()]);
    if (!affiliate || row?.affiliateId !== affiliate.affiliateId || row.status !== "active") return false;
    const days = await codeNoticeDays(tx, affiliate, by.now);
    if (days === 0) return false;
    const endsAt = row.endsAt ?? afterNotice(by.now, days);
    await scheduleCodeEnd(tx, shopId, row.codeKey, { endsAt, endsHow: how });
    await tellCode(tx, affiliate, { action: "has a discount code that ends", code: row.code }, by);
    if (row.endsAt === null) await tellOfCode(tx, affiliate, { code: row.code, kind: "ends", endsAt });
    return true;
  });
}

/** Tells an affiliate who joined why a code ended without notice. */
export async function tellReason(
  tx: Tx,
  affiliate: Affiliate,
  { code, reason }: { readonly code: string; readonly reason: NoNoticeReason | undefined },
  { now }: By,
): Promise<void> {
  const hasJoined = affiliate.status === "active" || affiliate.status === "suspended";
  if (reason === undefined || !hasJoined) return;
  await tellOfCode(tx, affiliate, { code, kind: "ends", endsAt: now, reason });
}

/** Emails an affiliate about the end of a code. */
export async function tellOfCode(tx: Tx, affiliate: Affiliate, news: CodeEndNews): Promise<void> {
  const { shopId, name, email, language } = affiliate;
  const shop = await findShop(tx, shopId);
  if (!shop) return;
  const about = {
    to: { name, email },
    shop: {
      name: shop.displayName ?? shop.storeName ?? shop.domain,
      contactEmail: shop.contactEmail,
    },
    link: appAddress("/portal"),
  };
  const reader = { language: language ?? shop.language, timeZone: shop.timeZone };
  await enqueueMail(await openQueue(), tx, { shopId, mail: codeEndMail(about, news, reader) });
}
