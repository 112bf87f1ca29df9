import type { Actor } from "#app/domain/actor.ts";
import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { acceptVersion, listMemberships, updateAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { findProgram, termsFor } from "#app/store/programs.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  findLink,
  openLink,
  openSession,
  refuseLink,
  type LinkRefusal,
  type OpenedLink,
  type SignedIn,
} from "./redeem-link.ts";

/**
 * Accepts an invitation and signs the affiliate in. An invited affiliate becomes active at once, through pending,
 * because the merchant chose them. If the merchant changed the status meanwhile, it stays.
 */
export async function acceptInvitation(token: string, now: Date): Promise<SignedIn | LinkRefusal> {
  return await inTransaction(async (tx) => {
    const opened = await openLink(tx, { token, purpose: "invitation", now });
    if (isRefusal(opened)) return opened;
    const { affiliate } = opened;
    if (affiliate.status === "rejected") {
      return refuseLink("invitation_withdrawn", null);
    }
    await acceptTerms(tx, affiliate);
    await acceptInvited(tx, affiliate, now);
    return await openSession(tx, affiliate, now);
  });
}

/** Finds the open invitation of a token. Changes nothing. */
export async function findInvitation(token: string, now: Date): Promise<OpenedLink | LinkRefusal> {
  return await inTransaction((tx) => findLink(tx, { token, purpose: "invitation", now }));
}

/** Records that an affiliate accepted, and activates an invited one. */
export async function acceptInvited(tx: Tx, affiliate: Affiliate, now: Date): Promise<void> {
  if (affiliate.status !== "invited") {
    await updateAffiliate(tx, affiliate, { acceptedAt: now, updatedAt: now });
    await recordAcceptance(tx, affiliate, { action: "accepted the invitation", now });
    return;
  }
  await updateAffiliate(tx, affiliate, { acceptedAt: now, status: "pending", updatedAt: now });
  await recordAcceptance(tx, affiliate, { action: "accepted the invitation", now });
  await recordAcceptance(tx, affiliate, {
    action: "became pending",
    from: "invited",
    now: addMillis(now, 1),
  });
  const pending = { ...affiliate, status: "pending" as const, revision: affiliate.revision + 1 };
  await updateAffiliate(tx, pending, { status: "active", updatedAt: now });
  await recordAcceptance(tx, affiliate, { action: "became active", from: "pending", now: addMillis(now, 2) });
}

/** Records the terms in force of each program that the affiliate joins. */
async function acceptTerms(tx: Tx, { shopId, affiliateId }: Affiliate): Promise<void> {
  for (const { programId } of await listMemberships(tx, shopId, [affiliateId])) {
    const program = await findProgram(tx, shopId, programId);
    if (!program) continue;
    const { version } = await termsFor(tx, program, affiliateId);
    await acceptVersion(tx, { shopId, affiliateId, programId, version });
  }
}

/** Histories are sorted by time, so steps at the same instant are recorded a millisecond apart. */
function addMillis(now: Date, millis: number): Date {
  return new Date(now.getTime() + millis);
}

type AcceptanceRecord = { readonly action: string; readonly from?: AffiliateStatus; readonly now: Date };

async function recordAcceptance(
  tx: Tx,
  affiliate: Affiliate,
  { action, from, now }: AcceptanceRecord,
): Promise<void> {
  const { shopId, affiliateId, name, email } = affiliate;
  const actor: Actor = { kind: "affiliate", id: affiliateId, name, email };
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action,
    actor,
    details: from === undefined ? {} : { from },
    now,
  });
}
