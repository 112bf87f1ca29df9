import { type EmailReader, writeEmail, writing } from "./event-mail.ts";
import type { MaskedAccount } from "#app/domain/payouts/details.ts";
import type { EmailKind } from "#app/domain/emails/kinds.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** Link of the button in an email about an application, and the program's name. */
type AboutApplication = { readonly link: string; readonly program: string };

/** Asks the owner of the address to confirm that they applied. The link works for `days`. */
export async function confirmApplicationMail(
  reader: EmailReader,
  { link, program, days }: AboutApplication & { readonly days: number },
): Promise<Mail | null> {
  const values = { program, validity: writing(reader).days(days) };
  return await writeEmail(reader, "application_confirm", { values, link });
}

/** Tells an applicant that their confirmed application waits for the store's decision. */
export async function applicationReceivedMail(
  reader: EmailReader,
  { link, program }: AboutApplication,
): Promise<Mail | null> {
  return await writeEmail(reader, "application_received", { values: { program }, link });
}

/** Tells an affiliate that somebody applied with their address. */
export async function alreadyAffiliateMail(
  reader: EmailReader,
  { link, program, minutes }: AboutApplication & { readonly minutes: number },
): Promise<Mail | null> {
  const values = { program, validity: writing(reader).minutes(minutes) };
  return await writeEmail(reader, "application_known_affiliate", { values, link });
}

/** Tells an applicant that the store has their application. */
export async function alreadyAppliedMail(
  reader: EmailReader,
  { link, program }: AboutApplication,
): Promise<Mail | null> {
  return await writeEmail(reader, "application_waiting", { values: { program }, link });
}

/** Tells a declined applicant from which day they can apply again. */
export async function applyLaterMail(
  reader: EmailReader,
  { link, program, opensAt, timeZone }: AboutApplication & { readonly opensAt: Date; timeZone: string },
): Promise<Mail | null> {
  const values = { program, date: writing(reader).formats.date(opensAt, timeZone) };
  return await writeEmail(reader, "application_too_early", { values, link });
}

/** Welcomes an approved applicant. The sign-in link works for `days`. */
export async function applicationApprovedMail(
  reader: EmailReader,
  { link, program, message, days }: AboutApplication & { readonly message: string; readonly days: number },
): Promise<Mail | null> {
  const values = { program, message, validity: writing(reader).days(days) };
  return await writeEmail(reader, "application_approved", { values, link });
}

/** Tells an applicant that they were declined. They can apply again after `days`. */
export async function applicationDeclinedMail(
  reader: EmailReader,
  { link, program, message, days }: AboutApplication & { readonly message: string; readonly days: number },
): Promise<Mail | null> {
  const { t } = writing(reader);
  const reapply = days === 0 ? t("application.reapplyNow") : t("application.reapplyAfter", { days });
  return await writeEmail(reader, "application_declined", { values: { program, message, reapply }, link });
}

type Invitation = { readonly link: string; readonly days: number; readonly kind: InvitationKind };
type InvitationKind = Extract<EmailKind, "invitation" | "invitation_reminder" | "invitation_moved">;

/**
 * Invites a person to become an affiliate. The single-use token is in the fragment of `link`, which no log
 * contains.
 */
export async function invitationMail(
  reader: EmailReader,
  { link, days, kind }: Invitation,
): Promise<Mail | null> {
  return await writeEmail(reader, kind, { values: { validity: writing(reader).days(days) }, link });
}

/** Sends an affiliate a sign-in link to the portal. */
export async function signInMail(
  reader: EmailReader,
  { link, minutes }: { readonly link: string; readonly minutes: number },
): Promise<Mail | null> {
  return await writeEmail(reader, "sign_in", {
    values: { validity: writing(reader).minutes(minutes) },
    link,
  });
}

/** Asks an affiliate to confirm new payout details. */
export async function confirmDetailsMail(
  reader: EmailReader,
  {
    link,
    account,
    hours,
  }: { readonly link: string; readonly account: MaskedAccount; readonly hours: number },
): Promise<Mail | null> {
  const text = writing(reader);
  const values = { account: text.account(account), validity: text.hours(hours) };
  return await writeEmail(reader, "details_confirm", { values, link });
}

/** Asks the owner of a new address to confirm it. */
export async function confirmEmailMail(
  reader: EmailReader,
  { link, hours }: { readonly link: string; readonly hours: number },
): Promise<Mail | null> {
  const values = { validity: writing(reader).hours(hours) };
  return await writeEmail(reader, "email_confirm", { values, link });
}

/** Tells the owner of the former address that the affiliate no longer uses it. */
export async function emailChangedMail(
  reader: EmailReader,
  { link }: { readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "email_changed", { values: {}, link });
}
