import type { Actor } from "#app/domain/actor.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import {
  acceptVersion,
  findAffiliateByEmail,
  joinPrograms,
  lockAffiliate,
  updateAffiliate,
  type Affiliate,
} from "#app/store/affiliates.ts";
import { updateApplication, type Application } from "#app/store/applications.ts";
import { recordAudit } from "#app/store/audit.ts";
import { recordEvents } from "#app/store/outbox.ts";
import type { Program } from "#app/store/programs.ts";
import { applicantOf } from "./application-events.ts";
import { acceptInvited } from "./accept-invitation.ts";
import { addAffiliate } from "./add-affiliate.ts";
import { createLink, hasEmailServer } from "./send-link.ts";

/** Longer than for a requested sign-in link, because nobody expects this email. */
const signInDays = 7;
const dayMs = 86_400_000;

export type Approval = {
  readonly shop: ShopWith;
  readonly program: Program;
  readonly application: Application;
  readonly actor: Actor;
  /** Name of the deciding rule. Null if a person decides. */
  readonly rule: string | null;
  readonly message: string;
  readonly now: Date;
};

/**
 * Makes the applicant an active affiliate in the program and emails a sign-in link. An existing affiliate joins the
 * program, because they confirmed that the address is theirs. The caller has locked the application.
 */
export async function approveApplication(
  tx: Tx,
  approval: Approval,
): Promise<Refusal | { affiliateId: AffiliateId }> {
  const { shop, program, application, actor, rule, message, now } = approval;
  const found = await findAffiliateByEmail(tx, shop.shopId, application.emailKey);
  const affiliate = found ? await addToProgram(tx, approval, found) : await createAffiliate(tx, approval);
  if ("refused" in affiliate) return affiliate;
  const { affiliateId } = affiliate;
  const { programId } = program;
  // They agreed to the terms of the program that they applied to, and to no other's.
  if (programId === application.programId) {
    await acceptVersion(tx, {
      shopId: shop.shopId,
      affiliateId,
      programId,
      version: application.termsVersion,
    });
  }
  await updateApplication(tx, application, {
    status: "approved",
    affiliateId,
    decidedAt: now,
    decidedBy: rule === null ? actor.name : null,
    decidedByRule: rule,
    message,
  });
  await recordAudit(tx, shop.shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "application-approved",
    actor,
    details: { program: program.name, ...(rule !== null && { rule }) },
    now,
  });
  await recordApproval(tx, approval, affiliate);
  return { affiliateId };
}

async function createAffiliate(
  tx: Tx,
  { shop, program, application, now }: Approval,
): Promise<ApprovedAffiliate> {
  const { name, email, language } = application;
  const { affiliateId } = await addAffiliate(tx, shop, {
    name,
    email,
    status: "active",
    programIds: [program.programId],
    note: "",
    language,
    now,
  });
  return { affiliateId };
}

type ApprovedAffiliate = Pick<Affiliate, "affiliateId">;

async function addToProgram(
  tx: Tx,
  { shop, program, now }: Approval,
  found: Affiliate,
): Promise<Refusal | ApprovedAffiliate> {
  const affiliate = await lockAffiliate(tx, shop.shopId, found.affiliateId);
  if (!affiliate || affiliate.status === "suspended" || affiliate.status === "rejected") {
    const status = affiliate?.status === "suspended" ? "suspended" : "declined";
    return refuse("not-possible", { code: "application_of_affiliate", name: found.name, status });
  }
  if (affiliate.status === "invited") await acceptInvited(tx, affiliate, now);
  if (affiliate.status === "pending") {
    await updateAffiliate(tx, affiliate, { status: "active", updatedAt: now });
  }
  const { shopId, affiliateId } = affiliate;
  await joinPrograms(tx, [{ shopId, affiliateId, programId: program.programId, at: now }]);
  return affiliate;
}

async function recordApproval(
  tx: Tx,
  { shop, program, application, rule, now }: Approval,
  affiliate: ApprovedAffiliate,
): Promise<void> {
  const { affiliateId } = affiliate;
  const { applicationId } = application;
  const { programId, name: programName } = program;
  const holdsMs = signInDays * dayMs;
  const created = hasEmailServer()
    ? await createLink(tx, { shop, affiliate, purpose: "sign-in", now, holdsMs })
    : null;
  const secret = created && { link: created.link, expiresAt: created.expiresAt.toISOString() };
  const event = {
    name: "application.approved",
    subjectId: applicationId,
    affiliateId,
    payload: { applicationId, programId, programName, affiliateId, rule },
    receivers: secret ? applicantOf(applicationId, secret) : [],
  } as const;
  await recordEvents(tx, shop.shopId, [event], now);
}
