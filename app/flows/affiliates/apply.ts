import type { Answer, Utm } from "#app/domain/applications/joining.ts";
import { idPrefixes, type ApplicationId, type ShopId } from "#app/domain/ids.ts";
import type { Language } from "#app/domain/languages.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import {
  alreadyAffiliateMail,
  alreadyAppliedMail,
  applyLaterMail,
} from "#app/gateways/email/application-emails.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { findAffiliateByEmail, lockAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import {
  countUnconfirmedSince,
  findLatestConfirmed,
  insertApplication,
  lockApplicant,
  updateApplication,
  type Application,
} from "#app/store/applications.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { recordApplicationEvent } from "./application-events.ts";
import { sendInvitation } from "./send-invitation.ts";
import { makeToken } from "./portal-token.ts";
import type { JoinPage } from "./read-join-page.ts";
import { createLink, mostLinksAnHour, signInMinutes, reachedEmailLimit } from "./send-link.ts";

export type Applicant = {
  readonly name: string;
  readonly email: string;
  readonly answers: readonly Answer[];
  readonly country: string;
  readonly referrer: string;
  readonly utm: Utm;
  /** Language of the form's page. */
  readonly language: Language;
};

const hourMs = 3_600_000;
const dayMs = 86_400_000;
export const confirmDays = 7;
const mostConfirmationsADay = 10;

type ApplicationInput = {
  readonly page: JoinPage;
  readonly applicant: Applicant;
  readonly now: Date;
  readonly queue: Queue;
};

/**
 * Stores an application and emails the link that confirms its address. A known address gets an email that says so.
 * The form itself answers nothing, because it would tell strangers who takes part.
 */
export async function applyToProgram(page: JoinPage, applicant: Applicant, now: Date): Promise<void> {
  const queue = await openQueue();
  const { shopId } = page.shop;
  const emailKey = applicant.email.toLowerCase();
  const applying = { page, applicant, now, queue };
  await inTransaction(async (tx) => {
    await lockApplicant(tx, shopId, emailKey);
    const affiliate = await findAffiliateByEmail(tx, shopId, emailKey);
    if (affiliate) return await emailKnownAffiliate(tx, applying, affiliate);
    const { programId } = page.program;
    const latest = await findLatestConfirmed(tx, shopId, { programId, emailKey });
    const opensAt = latest && reapplyOpensAt(latest, page.joining.reapplyDays);
    if (latest && (opensAt === null || opensAt > now)) {
      return await emailApplicant(tx, applying, latest, opensAt);
    }
    if (await reachedApplyLimit(tx, shopId, { emailKey, now })) return;
    await insertUnconfirmed(tx, applying);
  });
}

/** True if an address got as many confirmation links as allowed. It may be a stranger's. */
async function reachedApplyLimit(
  tx: Tx,
  shopId: ShopId,
  { emailKey, now }: { readonly emailKey: string; readonly now: Date },
): Promise<boolean> {
  const sentWithin = (ms: number) =>
    countUnconfirmedSince(tx, shopId, { emailKey, since: new Date(now.getTime() - ms) });
  return (await sentWithin(hourMs)) >= mostLinksAnHour || (await sentWithin(dayMs)) >= mostConfirmationsADay;
}

/** When a person can apply again. Null while their application waits for a decision. */
function reapplyOpensAt({ status, decidedAt }: Application, reapplyDays: number): Date | null {
  if (status === "new") return null;
  // An approved person whose affiliate has another address by now applies like anybody else.
  if (status !== "declined" || decidedAt === null) return new Date(0);
  return new Date(decidedAt.getTime() + reapplyDays * dayMs);
}

async function insertUnconfirmed(tx: Tx, applying: ApplicationInput): Promise<void> {
  const { page, applicant, now } = applying;
  const { shopId } = page.shop;
  const { token, hash } = makeToken(shopId);
  const { program, joining } = page;
  const applicationId = newId<ApplicationId>(idPrefixes.application, now);
  await insertApplication(tx, {
    shopId,
    applicationId,
    programId: program.programId,
    ...applicant,
    emailKey: applicant.email.toLowerCase(),
    termsVersion: program.version,
    status: "unconfirmed",
    tokenHash: hash,
    tokenExpiresAt: new Date(now.getTime() + confirmDays * dayMs),
    appliedAt: now,
  });
  const link = `${joinAddress(page.shop.domain, joining.slug)}/confirm?token=${token}`;
  await recordApplicationEvent(tx, {
    name: "application.submitted",
    application: { shopId, applicationId, programId: program.programId },
    program,
    secret: { link },
    now,
  });
}

/** The address of a program's join page. */
export function joinAddress(domain: string, slug: string): string {
  return appAddress(`/join/${shopHandle(domain)}/${slug}`);
}

async function emailKnownAffiliate(tx: Tx, applying: ApplicationInput, found: Affiliate): Promise<void> {
  const { page, now } = applying;
  const { shop, program } = page;
  const affiliate = await lockAffiliate(tx, shop.shopId, found.affiliateId);
  if (!affiliate || (await reachedEmailLimit(tx, affiliate, now))) return;
  if (affiliate.status === "invited") {
    await sendInvitation(tx, { shop, affiliate, now, showsLink: false, isReminder: true });
    return;
  }
  const { link } = await createLink(tx, { shop, affiliate, purpose: "sign-in", now });
  const mail = await alreadyAffiliateMail(await emailReaderOf(tx, applying, affiliate), {
    link,
    program: program.name,
    minutes: signInMinutes,
  });
  await enqueueApplicationEmail(tx, applying, mail);
}

/** Emails at most once a day, so this form can't flood a mailbox. */
async function emailApplicant(
  tx: Tx,
  applying: ApplicationInput,
  latest: Application,
  opensAt: Date | null,
): Promise<void> {
  const { page, now } = applying;
  if (latest.toldAt !== null && latest.toldAt.getTime() > now.getTime() - dayMs) return;
  await updateApplication(tx, latest, { toldAt: now });
  const { shop, program, joining } = page;
  const reader = await emailReaderOf(tx, applying, latest);
  const about = { link: joinAddress(shop.domain, joining.slug), program: program.name };
  const mail =
    opensAt === null
      ? await alreadyAppliedMail(reader, about)
      : await applyLaterMail(reader, { ...about, opensAt, timeZone: shop.timeZone });
  await enqueueApplicationEmail(tx, applying, mail);
}

type EmailRecipient = { readonly name: string; readonly email: string; readonly language?: Language | null };

async function emailReaderOf(
  tx: Tx,
  { page: { shop } }: ApplicationInput,
  { name, email, language }: EmailRecipient,
): Promise<EmailReader> {
  return {
    name,
    email,
    language: language ?? shop.language,
    settingsLink: null,
    shop: await readEmailShop(tx, shop.shopId),
  };
}

async function enqueueApplicationEmail(
  tx: Tx,
  { queue, page }: ApplicationInput,
  mail: Mail | null,
): Promise<void> {
  await enqueueEmail(queue, tx, { shopId: page.shop.shopId, mail });
}
