import { type EmailReader, writeMail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** Invites somebody to become an affiliate. `link` carries a single-use token in its fragment, which no log sees. */
export async function invitationMail(
  reader: EmailReader,
  { link, days, isReminder }: { readonly link: string; readonly days: number; readonly isReminder: boolean },
): Promise<Mail | null> {
  const kind = isReminder ? "invitation_reminder" : "invitation";
  return await writeMail(reader, kind, { values: { validity: writing(reader).days(days) }, link });
}

/** Gives an affiliate the way into the portal. */
export async function signInMail(
  reader: EmailReader,
  { link, minutes }: { readonly link: string; readonly minutes: number },
): Promise<Mail | null> {
  return await writeMail(reader, "sign_in", { values: { validity: writing(reader).minutes(minutes) }, link });
}

/** Asks an affiliate to confirm payout details that were entered for them. `account` is masked. */
export async function confirmDetailsMail(
  reader: EmailReader,
  { link, account, hours }: { readonly link: string; readonly account: string; readonly hours: number },
): Promise<Mail | null> {
  const values = { account, validity: writing(reader).hours(hours) };
  return await writeMail(reader, "details_confirm", { values, link });
}

/** Asks the reader of a new address to confirm it. */
export async function confirmEmailMail(
  reader: EmailReader,
  { link, hours }: { readonly link: string; readonly hours: number },
): Promise<Mail | null> {
  const values = { validity: writing(reader).hours(hours) };
  return await writeMail(reader, "email_confirm", { values, link });
}

/** Tells the reader of the former address that it's no longer the affiliate's. */
export async function emailChangedMail(
  reader: EmailReader,
  { link }: { readonly link: string },
): Promise<Mail | null> {
  return await writeMail(reader, "email_changed", { values: {}, link });
}
