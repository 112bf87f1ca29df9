import { type EmailReader, mailOf, writing } from "./event-mail.ts";
import type { Mail } from "./mail.ts";

/** Invites somebody to become an affiliate. `link` carries a single-use token in its fragment, which no log sees. */
export async function invitationMail(
  reader: EmailReader,
  { link, days }: { readonly link: string; readonly days: number },
): Promise<Mail> {
  const { t, shop, name } = writing(reader);
  return await mailOf(reader, {
    subject: t("invitation.subject", { shop }),
    lines: [t("invitation.text", { name, shop }), t("invitation.once", { days }), t("invitation.ignore")],
    label: t("invitation.button"),
    link,
    reason: t("invitation.reason", { shop }),
  });
}

/** Gives an affiliate the way into the portal. */
export async function signInMail(
  reader: EmailReader,
  { link, minutes }: { readonly link: string; readonly minutes: number },
): Promise<Mail> {
  const { t, shop, name } = writing(reader);
  return await mailOf(reader, {
    subject: t("signIn.subject", { shop }),
    lines: [t("signIn.text", { name, shop }), t("signIn.once", { minutes })],
    label: t("signIn.button"),
    link,
  });
}

/** Asks an affiliate to confirm payout details that were entered for them. `account` is masked. */
export async function confirmDetailsMail(
  reader: EmailReader,
  { link, account, hours }: { readonly link: string; readonly account: string; readonly hours: number },
): Promise<Mail> {
  const { t, shop, name } = writing(reader);
  return await mailOf(reader, {
    subject: t("confirmDetails.subject", { shop }),
    lines: [
      t("confirmDetails.text", { name, account, shop }),
      t("confirmDetails.wait", { hours }),
      t("confirmDetails.notYou", { shop }),
    ],
    label: t("confirmDetails.button"),
    link,
  });
}

/** Asks the reader of a new address to confirm it. */
export async function confirmEmailMail(
  reader: EmailReader,
  { link, hours }: { readonly link: string; readonly hours: number },
): Promise<Mail> {
  const { t, shop, name } = writing(reader);
  return await mailOf(reader, {
    subject: t("confirmEmail.subject", { shop }),
    lines: [t("confirmEmail.text", { name, shop }), t("confirmEmail.once", { hours })],
    label: t("confirmEmail.button"),
    link,
  });
}

/** Tells the reader of the former address that it's no longer the affiliate's. */
export async function emailChangedMail(
  reader: EmailReader,
  { link }: { readonly link: string },
): Promise<Mail> {
  const { t, shop, name } = writing(reader);
  return await mailOf(reader, {
    subject: t("emailChanged.subject", { shop }),
    lines: [t("emailChanged.text", { name, shop }), t("emailChanged.notYou", { shop })],
    label: t("emailChanged.button"),
    link,
  });
}
