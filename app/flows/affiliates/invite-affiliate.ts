import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import { findAffiliateByEmail } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { addTags } from "#app/store/tags.ts";
import { listPrograms } from "#app/store/programs.ts";
import { addAffiliate } from "./add-affiliate.ts";
import { emailTaken, firstUnknownProgram, takenRefusal } from "./affiliate-refusals.ts";
import { sendInvitation } from "./send-invitation.ts";
import { refusalInShadow } from "#app/flows/settlement/shadow-refusals.ts";

export type Invitation = {
  readonly name: string;
  readonly email: string;
  /** Suggested from the name if missing. */
  readonly referralCode?: string | undefined;
  /** Every active program if missing. */
  readonly programIds?: readonly string[] | undefined;
  readonly note?: string | undefined;
  readonly tags?: readonly string[] | undefined;
};

type InviteOptions = {
  /** The caller shows the link to the merchant if no email server is set up. */
  readonly showsLink: boolean;
};

/** `link` is shown once, for the merchant to send. Null if it was emailed. */
export type InvitedAffiliate = { readonly affiliateId: AffiliateId; readonly link: string | null };

const mostPrograms = 250;

/** Creates an invited affiliate and sends the invitation. Refuses an address or code in use. */
export async function inviteAffiliate(
  ctx: Ctx,
  invitation: Invitation,
  how: InviteOptions,
): Promise<InvitedAffiliate | Refusal> {
  const invite = () => inTransaction((tx) => insertInvitedAffiliate(tx, ctx, { ...invitation, ...how }));
  try {
    return await invite();
  } catch (error) {
    // Two people with the same name, invited at once, get the same suggested code. A second attempt sees the first.
    const isSuggestionTaken = !invitation.referralCode && isUniqueViolation(error, "affiliates_code");
    if (isSuggestionTaken) return await invite();
    const refusal = takenRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
}

async function insertInvitedAffiliate(
  tx: Tx,
  { shop, actor, now }: Ctx,
  invitation: Invitation & InviteOptions,
): Promise<InvitedAffiliate | Refusal> {
  const { shopId } = shop;
  const { name, email, note = "", showsLink } = invitation;
  const early = await refusalInShadow(tx, shopId, { what: "invitations", now });
  if (early) return early;
  if (await findAffiliateByEmail(tx, shopId, email.toLowerCase())) return emailTaken;
  const programIds = invitation.programIds ?? (await activePrograms(tx, shop));
  const unknown = await firstUnknownProgram(tx, shopId, programIds);
  if (unknown !== undefined) return refuse("invalid", { code: "not_found", what: "program" }, "programIds");
  const { affiliateId, referralCode } = await addAffiliate(tx, shop, {
    name,
    email,
    referralCode: invitation.referralCode,
    status: "invited",
    programIds,
    note,
    now,
  });
  await addTags(tx, { shopId, affiliateId, tags: invitation.tags ?? [], now });
  const affiliate = { affiliateId };
  const { sentBy, link } = await sendInvitation(tx, { shop, affiliate, now, showsLink });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "invited",
    actor,
    details: { referralCode, programs: programIds.length, sentBy },
    now,
  });
  return { affiliateId, link };
}

async function activePrograms(tx: Tx, { shopId }: ShopWith): Promise<string[]> {
  const page = { filter: { status: "active" as const }, limit: mostPrograms, offset: 0 };
  return (await listPrograms(tx, shopId, page)).map((program) => program.programId);
}
