import type { ApplicationEventName } from "#app/domain/events.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import {
  applicationApprovedMail,
  applicationDeclinedMail,
  applicationReceivedMail,
  confirmApplicationMail,
} from "#app/gateways/email/application-emails.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findApplication, type NamedApplication } from "#app/store/applications.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { findJoining } from "#app/store/joining.ts";
import { type EmailSecret, type EventEmail, findEvent, openSecret } from "#app/store/outbox.ts";
import { findShop } from "#app/store/shops.ts";
import { isInstalled, type WrittenEmail } from "./find-reader.ts";

type ApplicationEmailInput = {
  readonly reader: EmailReader;
  readonly application: NamedApplication;
  readonly secret: EmailSecret;
  readonly joinLink: string;
  readonly reapplyDays: number;
  readonly now: Date;
};

const dayMs = 86_400_000;
const daysUntil = (at: Date, now: Date) => Math.ceil((at.getTime() - now.getTime()) / dayMs);

/** Null if the application was decided since. */
const emails: Readonly<Record<ApplicationEventName, (of: ApplicationEmailInput) => Promise<Mail | null>>> = {
  "application.submitted": async ({ reader, application, secret: { link }, now }) => {
    const { status, tokenExpiresAt, programName: program } = application;
    if (status !== "unconfirmed" || tokenExpiresAt <= now || !link) return null;
    return await confirmApplicationMail(reader, { link, program, days: daysUntil(tokenExpiresAt, now) });
  },
  "application.received": async ({ reader, application: { status, programName: program }, joinLink }) =>
    status === "new" ? await applicationReceivedMail(reader, { link: joinLink, program }) : null,
  "application.approved": async ({ reader, application, secret, now }) => {
    const { status, message, programName: program } = application;
    if (status !== "approved") return null;
    const { link, expiresAt } = secret;
    const until = expiresAt === undefined ? now : new Date(expiresAt);
    const isOpen = link !== undefined && until > now;
    return await applicationApprovedMail(reader, {
      program,
      message,
      link: isOpen ? link : appAddress("/portal/sign-in"),
      days: isOpen ? daysUntil(until, now) : 0,
    });
  },
  "application.declined": async ({ reader, application, joinLink, reapplyDays: days }) => {
    const { status, message, programName: program } = application;
    if (status !== "declined") return null;
    return await applicationDeclinedMail(reader, { link: joinLink, program, message, days });
  },
};

/** Writes the email of an event to an applicant. */
export async function writeApplicationEmail(delivery: EventEmail, now: Date): Promise<WrittenEmail> {
  const { shopId, eventId } = delivery;
  const untrue = { mail: null, untrue: [eventId] };
  const event = await findEvent(db(), shopId, eventId);
  const shop = await findShop(db(), shopId);
  const application = event && (await findApplication(db(), shopId, event.subjectId));
  if (!shop || !application || !isInstalled({ shop })) return untrue;
  const { slug, reapplyDays } = await findJoining(db(), shopId, application.programId);
  const mail = await emails[delivery.eventName as ApplicationEventName]({
    reader: {
      name: application.name,
      email: application.email,
      language: application.language ?? shop.language,
      settingsLink: null,
      shop: await readEmailShop(db(), shopId),
    },
    application,
    secret: openSecret(delivery),
    joinLink: appAddress(`/join/${shopHandle(shop.domain)}/${slug}`),
    reapplyDays,
    now,
  });
  return mail === null ? untrue : { mail, untrue: [] };
}
