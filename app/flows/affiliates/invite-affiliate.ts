import type { Actor } from "#app/domain/actor.ts";
import { idPrefixes, type AffiliateId, type ProgramId } from "#app/domain/ids.ts";
import { referralKey, suggestReferralCode } from "#app/domain/referral-code.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";
import { inTransaction, isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { findAffiliateByEmail, insertAffiliate, joinProgram, takenCodes } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { listPrograms } from "#app/store/programs.ts";
import { emailTaken, firstUnknownProgram, takenRefusal } from "./affiliate-refusals.ts";
import { sendInvitation } from "./send-invitation.ts";
import type { LinkShop } from "./send-link.ts";

export type Invitation = {
  readonly name: string;
  readonly email: string;
  /** Suggested from the name when not given. */
  readonly referralCode?: string | undefined;
  /** Every active program when not given. */
  readonly programIds?: readonly string[] | undefined;
  readonly note?: string | undefined;
};

type By = {
  readonly actor: Actor;
  readonly now: Date;
  /** The caller shows the link to the merchant where no email server is set up. */
  readonly showsLink: boolean;
};

/** `link` is the merchant's to send, and shown once: null where it was emailed. */
export type InvitedAffiliate = { readonly affiliateId: AffiliateId; readonly link: string | null };

const mostPrograms = 250;

/** Creates an invited affiliate and sends the invitation; an address or code in use is refused. */
export async function inviteAffiliate(
  shop: LinkShop,
  invitation: Invitation,
  by: By,
): Promise<InvitedAffiliate | Refusal> {
  const queue = await openQueue();
  const invite = () => inTransaction((tx) => write(tx, { queue, shop, invitation }, by));
  try {
    return await invite();
  } catch (error) {
    // Two people of the same name, invited at once, were suggested the same code: the second look sees the first.
    const isSuggestionTaken = !invitation.referralCode && isUniqueViolation(error, "affiliates_code");
    if (isSuggestionTaken) return await invite();
    const refusal = takenRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
}

type Given = { readonly queue: Queue; readonly shop: LinkShop; readonly invitation: Invitation };

async function write(tx: Tx, given: Given, by: By): Promise<InvitedAffiliate | Refusal> {
  const { queue, shop, invitation } = given;
  const { shopId } = shop;
  const { name, email, note = "" } = invitation;
  const emailKey = email.toLowerCase();
  if (await findAffiliateByEmail(tx, shopId, emailKey)) return emailTaken;
  const programIds = invitation.programIds ?? (await activePrograms(tx, shop));
  const unknown = await firstUnknownProgram(tx, shopId, programIds);
  if (unknown !== undefined) return refuse("invalid", "There is no such program", "programIds");
  const affiliateId = newId<AffiliateId>(idPrefixes.affiliate, by.now);
  const referralCode = invitation.referralCode ?? (await suggestCode(tx, shop, name));
  await insertAffiliate(tx, {
    shopId,
    affiliateId,
    name,
    email,
    emailKey,
    status: "invited",
    referralCode,
    codeKey: referralKey(referralCode),
    note,
    invitedAt: by.now,
    createdAt: by.now,
    updatedAt: by.now,
  });
  for (const programId of new Set(programIds)) {
    await joinProgram(tx, { shopId, affiliateId, programId: programId as ProgramId, at: by.now });
  }
  const { actor, ...how } = by;
  const affiliate = { affiliateId, name, email };
  const { sentBy, link } = await sendInvitation(queue, tx, { shop, affiliate, ...how });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "invited",
    actor,
    details: { referralCode, programs: programIds.length, sentBy },
    now: by.now,
  });
  return { affiliateId, link };
}

async function activePrograms(tx: Tx, { shopId }: LinkShop): Promise<string[]> {
  const page = { filter: { status: "active" as const }, limit: mostPrograms, offset: 0 };
  return (await listPrograms(tx, shopId, page)).map((program) => program.programId);
}

async function suggestCode(tx: Tx, { shopId }: LinkShop, name: string): Promise<string> {
  const latinName = latinLetters(name);
  const stem = referralKey(suggestReferralCode(latinName, () => false));
  const taken = await takenCodes(tx, shopId, stem);
  return suggestReferralCode(latinName, (key) => taken.has(key));
}
