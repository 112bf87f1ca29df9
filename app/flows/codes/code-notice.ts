import { hasJoined } from "#app/domain/affiliate.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import { afterNotice, type NoNoticeReason } from "#app/domain/notice.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { lockAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { type CodeEnd, codesByKey, scheduleCodeEnd } from "#app/store/codes.ts";
import { earningPrograms } from "#app/store/standings.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { recordCodeEvent, type CodeShop, type CodeKey } from "./code-parts.ts";

/** A code ends with the notice period, unless a reason is given or that period is over. */
export type CodeEndOptions = { readonly reason?: NoNoticeReason | undefined; readonly isDue?: boolean };

/** T15: days of notice before a code of an affiliate ends. None before they joined. */
export async function codeNoticeDays(tx: Db, affiliate: Affiliate, now: Date): Promise<number> {
  if (!hasJoined(affiliate)) return 0;
  const { shopId, affiliateId } = affiliate;
  const programs = await earningPrograms(tx, shopId, { affiliateId, now });
  return Math.max(0, ...programs.map((one) => one.noticeDays));
}

/** T15: schedules the end of a working code that needs notice. False if it ends now. */
export async function waitForNotice(
  ctx: Ctx<CodeShop>,
  { affiliateId, code }: CodeKey,
  { how, reason, isDue }: CodeEndOptions & { readonly how: CodeEnd },
): Promise<boolean> {
  const { shopId } = ctx.shop;
  if (isDue || reason !== undefined) return false;
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    const [row] = await codesByKey(tx, shopId, [code.toLowerCase()]);
    if (!affiliate || row?.affiliateId !== affiliate.affiliateId || row.status !== "active") return false;
    const days = await codeNoticeDays(tx, affiliate, ctx.now);
    if (days === 0) return false;
    const endsAt = row.endsAt ?? afterNotice(ctx.now, days);
    await scheduleCodeEnd(tx, shopId, row.codeKey, { endsAt, endsHow: how });
    await recordCodeEvent(tx, affiliate, { action: "has a discount code that ends", code: row.code }, ctx);
    if (row.endsAt !== null) return true;
    await recordScheduledEnd(tx, affiliate, "code.end_scheduled", { code: row.code, endsAt }, ctx);
    return true;
  });
}

type EndedCode = { readonly code: string; readonly ending: CodeEndOptions };

/** Records the end of a code. Affiliates who were told in advance aren't emailed again. */
export async function recordCodeEnd(
  tx: Tx,
  affiliate: Affiliate,
  { code, ending }: EndedCode,
  { now }: Acting,
): Promise<void> {
  const { shopId, affiliateId } = affiliate;
  const payload = { affiliateId, code, reason: ending.reason ?? null };
  const event = { name: "code.deactivated", subjectId: code.toLowerCase(), affiliateId, payload } as const;
  const isTold = ending.isDue === true || !hasJoined(affiliate);
  await recordEvents(tx, shopId, [isTold ? { ...event, receivers: [] } : event], now);
}

type ScheduledEnd = { readonly code: string; readonly endsAt: Date };

/** Records when a code will end, or that its scheduled end was withdrawn. */
export async function recordScheduledEnd(
  tx: Tx,
  { shopId, affiliateId }: Affiliate,
  name: "code.end_scheduled" | "code.end_withdrawn",
  { code, endsAt }: ScheduledEnd,
  { now }: Acting,
): Promise<void> {
  const payload = { affiliateId, code, endsAt: endsAt.toISOString() };
  const subjectId = `${code.toLowerCase()}:${payload.endsAt}`;
  await recordEvents(tx, shopId, [{ name, subjectId, affiliateId, payload }], now);
}
