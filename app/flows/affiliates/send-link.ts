import { invitationDays } from "#app/domain/affiliate.ts";
import type { ShopWith } from "#app/domain/context.ts";
import { idPrefixes, type AffiliateId, type ShopId } from "#app/domain/ids.ts";
import type { MaskedAccount } from "#app/domain/payouts/details.ts";
import type { Language } from "#app/domain/languages.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import { confirmDetailsMail, confirmEmailMail, signInMail } from "#app/gateways/email/application-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import {
  countLinksSince,
  endEmailLinks,
  insertEmailLink,
  type EmailLinkPurpose,
} from "#app/store/email-links.ts";
import { makeToken } from "./portal-token.ts";

/** Limit of emails with a link to one affiliate per hour, from all requests together. */
export const mostLinksAnHour = 5;
const hourMs = 3_600_000;

const dayMs = 86_400_000;
export const signInMinutes = 30;
const confirmHours = 24;

type EmailLinkKind = {
  readonly path: string;
  readonly holdsMs: number;
};

/** Requested links are emailed at once. Invitations are events. */
type SentPurpose = Exclude<EmailLinkPurpose, "invitation">;
type EmailedLinkKind = EmailLinkKind & {
  readonly mail: (
    reader: EmailReader,
    of: { readonly link: string; readonly account: MaskedAccount | null },
  ) => Promise<Mail | null>;
};

const invitation: EmailLinkKind = { path: "/portal/accept", holdsMs: invitationDays * dayMs };

const letters: Readonly<Record<SentPurpose, EmailedLinkKind>> = {
  "sign-in": {
    path: "/portal/sign-in",
    holdsMs: signInMinutes * 60_000,
    mail: (reader, { link }) => signInMail(reader, { link, minutes: signInMinutes }),
  },
  "payout-details": {
    path: "/portal/payout-details/confirm",
    holdsMs: confirmHours * hourMs,
    mail: async (reader, { link, account }) =>
      account && (await confirmDetailsMail(reader, { link, account, hours: confirmHours })),
  },
  email: {
    path: "/portal/profile/confirm-email",
    holdsMs: confirmHours * hourMs,
    mail: (reader, { link }) => confirmEmailMail(reader, { link, hours: confirmHours }),
  },
};

type LinkEmailInput = {
  readonly shop: ShopWith<"language">;
  readonly affiliate: {
    readonly affiliateId: AffiliateId;
    readonly name: string;
    readonly email: string;
    /** The affiliate's choice. Null until they make one. */
    readonly language: Language | null;
  };
  readonly purpose: SentPurpose;
  /** New account for the affiliate to check. */
  readonly account?: MaskedAccount;
  /** Receives the email instead of the affiliate's current address. */
  readonly newEmail?: string;
  readonly now: Date;
  /** Lifetime of the link, if it differs from the usual one of its purpose. */
  readonly holdsMs?: number;
};

/** The shop's name for affiliates. */
export function shopName(shop: Omit<ShopWith<"displayName" | "storeName" | "domain">, "shopId">): string {
  return shop.displayName ?? shop.storeName ?? shop.domain;
}

/**
 * True if an affiliate got the hourly limit of emails. The caller holds the affiliate's lock, so simultaneous
 * requests see each other's emails.
 */
export async function reachedEmailLimit(
  tx: Tx,
  { shopId, affiliateId }: { readonly shopId: ShopId; readonly affiliateId: AffiliateId },
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - hourMs);
  return (await countLinksSince(tx, shopId, { affiliateId, since })) >= mostLinksAnHour;
}

/** Without an email server, merchants send invitations themselves, and affiliates are told about that. */
export function hasEmailServer(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Creates a single-use link, ends the older ones of its purpose, and enqueues the email that carries it. */
export async function sendLink(queue: Queue, tx: Tx, sending: LinkEmailInput): Promise<void> {
  const { shop, affiliate, purpose, account = null, newEmail } = sending;
  const { name, email, language } = affiliate;
  const reader = {
    name,
    email: newEmail ?? email,
    language: language ?? shop.language,
    settingsLink: null,
    shop: await readEmailShop(tx, shop.shopId),
  };
  const { link } = await createLink(tx, sending);
  const mail = await letters[purpose].mail(reader, { link, account });
  await enqueueEmail(queue, tx, { shopId: shop.shopId, mail });
}

type EmailLinkInput = Pick<LinkEmailInput, "newEmail" | "now" | "holdsMs"> & {
  readonly purpose: EmailLinkPurpose;
  readonly shop: ShopWith;
  readonly affiliate: Pick<LinkEmailInput["affiliate"], "affiliateId">;
};

/** Creates a single-use link and ends the older ones of its purpose. Only its hash is stored. */
export async function createLink(
  tx: Tx,
  { shop, affiliate, purpose, newEmail = "", now, ...given }: EmailLinkInput,
): Promise<{ readonly link: string; readonly expiresAt: Date; readonly tokenHash: string }> {
  const { shopId } = shop;
  const { affiliateId } = affiliate;
  const { path, ...usual } = purpose === "invitation" ? invitation : letters[purpose];
  const expiresAt = new Date(now.getTime() + (given.holdsMs ?? usual.holdsMs));
  const { token, hash } = makeToken(shopId);
  await endEmailLinks(tx, shopId, { affiliateId, purpose, now });
  await insertEmailLink(tx, {
    shopId,
    mailLinkId: newId(idPrefixes.mailLink, now),
    affiliateId,
    purpose,
    tokenHash: hash,
    newEmail: newEmail || null,
    createdAt: now,
    expiresAt,
  });
  return { link: appAddress(`${path}#token=${token}`), expiresAt, tokenHash: hash };
}
