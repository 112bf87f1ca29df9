import { hasJoined, noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ProgramId } from "#app/domain/ids.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { endStart, noticeDaysAt, type NoNoticeReason } from "#app/domain/notice.ts";
import { tagKey } from "#app/domain/tags.ts";
import { refuse, type AffiliateRefusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { revokeSessionsOfAffiliate } from "#app/store/sessions.ts";
import {
  joinPrograms,
  leaveProgram,
  listMemberships,
  lockAffiliate,
  updateAffiliate as keep,
  type Affiliate,
} from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { findProgram } from "#app/store/programs.ts";
import { endEmailLinks } from "#app/store/email-links.ts";
import { heldTags } from "#app/store/tags.ts";
import { emailChangedEvent } from "./change-email.ts";
import { type TagWriteOptions, writeTags } from "./write-tags.ts";
import { firstUnknownProgram, takenRefusal } from "./affiliate-refusals.ts";

export type AffiliateChange = {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly referralCode?: string | undefined;
  readonly note?: string | undefined;
  readonly programIds?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Removes from programs without notice. The affiliate is told the reason. */
  readonly reason?: NoNoticeReason | undefined;
  readonly revision?: number | undefined;
};

/** Changes the given fields in one transaction. Refuses a taken address or code at its field. */
export async function updateAffiliate(
  ctx: Ctx,
  affiliateId: string,
  change: AffiliateChange,
): Promise<AffiliateRefusal | { changed: string[] }> {
  const { shopId } = ctx.shop;
  try {
    return await inTransaction(async (tx) => {
      const affiliate = await lockAffiliate(tx, shopId, affiliateId);
      if (!affiliate) return noSuchAffiliate;
      if (change.revision !== undefined && change.revision !== affiliate.revision) {
        return refuse("conflict", { code: "changed_meanwhile", what: "affiliate" }, "revision");
      }
      const unknown = await firstUnknownProgram(tx, shopId, change.programIds ?? []);
      if (unknown !== undefined) {
        return refuse("invalid", { code: "not_found", what: "program" }, "programIds");
      }
      return { changed: await saveAffiliateChange(tx, affiliate, change, ctx) };
    });
  } catch (error) {
    const refusal = takenRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
}

/** The columns that each field of a change writes. */
function changedColumns(change: AffiliateChange): Partial<Affiliate> {
  const { name, email, referralCode, note } = change;
  return {
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note }),
    ...(email !== undefined && { email, emailKey: email.toLowerCase() }),
    ...(referralCode !== undefined && { referralCode, codeKey: referralKey(referralCode) }),
  };
}

const shownFields = ["name", "email", "referralCode", "note"] as const;

async function saveAffiliateChange(
  tx: Tx,
  affiliate: Affiliate,
  change: AffiliateChange,
  by: Acting,
): Promise<string[]> {
  const columns = changedColumns(change);
  const changed: string[] = shownFields.filter(
    (field) => field in columns && columns[field] !== affiliate[field],
  );
  const isMoved = change.programIds !== undefined && (await movePrograms(tx, affiliate, change, by));
  if (isMoved) changed.push("programs");
  const isTagged =
    change.tags !== undefined &&
    (await setTags(tx, affiliate, change.tags, { now: by.now, reason: change.reason }));
  if (isTagged) changed.push("tags");
  if (changed.length === 0) return [];
  await keep(tx, affiliate, { ...columns, updatedAt: by.now });
  if (changed.includes("email")) {
    await endAccess(tx, affiliate, by.now);
    await recordEvents(tx, affiliate.shopId, [emailChangedEvent(affiliate)], by.now);
  }
  await recordAudit(tx, affiliate.shopId, {
    subjectKind: "affiliate",
    subjectId: affiliate.affiliateId,
    action: "changed",
    actor: by.actor,
    details: { changed, ...((isMoved || isTagged) && change.reason && { reason: change.reason }) },
    now: by.now,
  });
  return changed;
}

/** Ends email links and sessions, so a reader of the old address can no longer get in. */
async function endAccess(tx: Tx, { shopId, affiliateId }: Affiliate, now: Date): Promise<void> {
  await endEmailLinks(tx, shopId, { affiliateId, now });
  await revokeSessionsOfAffiliate(tx, shopId, { affiliateId, now });
}

/** Sets exactly these tags. Tags that are ending already stay as they are. */
async function setTags(
  tx: Tx,
  affiliate: Affiliate,
  tags: readonly string[],
  { now, reason }: TagWriteOptions,
): Promise<boolean> {
  const { shopId, affiliateId } = affiliate;
  const wanted = new Set(tags.map(tagKey));
  const remove = (await heldTags(tx, shopId, { affiliateId, now }))
    .filter(({ tag, endsAt }) => endsAt === null && !wanted.has(tagKey(tag)))
    .map(({ tag }) => tag);
  return await writeTags(tx, affiliate, { add: tags, remove }, { now, reason });
}

/** Joins and leaves programs until the affiliate is in exactly these. True if anything changed. */
async function movePrograms(
  tx: Tx,
  affiliate: Affiliate,
  { programIds: wanted = [], reason }: AffiliateChange,
  { now: at }: Acting,
): Promise<boolean> {
  const { shopId, affiliateId } = affiliate;
  const before = (await listMemberships(tx, shopId, [affiliateId])).map((member) => member.programId);
  const joining = wanted.filter((id) => !before.includes(id as ProgramId)) as ProgramId[];
  const leaving = before.filter((id) => !wanted.includes(id));
  await joinPrograms(
    tx,
    joining.map((programId) => ({ shopId, affiliateId, programId, at })),
  );
  for (const programId of leaving) await endMembership(tx, affiliate, { programId, reason, now: at });
  return joining.length + leaving.length > 0;
}

type MembershipEnd = {
  readonly programId: ProgramId;
  readonly reason: NoNoticeReason | undefined;
  readonly now: Date;
};

/**
 * Removes an affiliate from a program. Orders keep earning until the program's notice period ends, unless a
 * reason is given or the affiliate never joined.
 */
async function endMembership(tx: Tx, affiliate: Affiliate, leaving: MembershipEnd): Promise<void> {
  const { shopId, affiliateId } = affiliate;
  const { programId, reason, now } = leaving;
  const program = await findProgram(tx, shopId, programId);
  const isJoined = hasJoined(affiliate);
  const noticeDays = program ? noticeDaysAt(program, now) : 0;
  const at = endStart({ reason, hasJoined: isJoined, noticeDays, now });
  await leaveProgram(tx, { shopId, affiliateId, programId, at });
  if (!isJoined || !program) return;
  const { name: programName } = program;
  const payload = { programId, programName, affiliateId, endsAt: at.toISOString(), reason: reason ?? null };
  await recordEvents(
    tx,
    shopId,
    [{ name: "program.ended", subjectId: programId, affiliateId, payload }],
    now,
  );
}
