import { findDecimal } from "#app/domain/money.ts";
import {
  detailsUsedEarlyMail,
  detailsMissingMail,
  ownDetailsChangedMail,
} from "#app/gateways/email/payout-emails.ts";
import { emailChangedMail, invitationMail } from "#app/gateways/email/application-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { hasOpenLink } from "#app/store/email-links.ts";
import { listAliveDetails } from "#app/store/payout-details.ts";
import type { EventEmails } from "./event-emails.ts";

type AccountEventName = keyof Pick<
  EventEmails,
  | "affiliate.invited"
  | "affiliate.email_changed"
  | "payout_details.changed"
  | "payout_details.used_early"
  | "payout_details.missing"
>;

const dayMs = 86_400_000;
const detailsLink = () => appAddress("/portal/payout-details");

export const accountEmails: Pick<EventEmails, AccountEventName> = {
  "affiliate.invited": async ({ reader, affiliate, payload, secret: { link, expiresAt, tokenHash } }) => {
    const { isReminder, hasMoved = false } = payload;
    const isOpen = affiliate.status === "invited" || (hasMoved && affiliate.status === "active");
    if (!isOpen || !link || !expiresAt || !tokenHash) return null;
    const { now } = reader;
    // A later invitation ends the links of those before.
    if (!(await hasOpenLink(db(), affiliate.shopId, { tokenHash, now }))) return null;
    const days = Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / dayMs);
    const firstKind = hasMoved ? "invitation_moved" : "invitation";
    return await invitationMail(reader, {
      link,
      days,
      kind: isReminder ? "invitation_reminder" : firstKind,
    });
  },
  "affiliate.email_changed": ({ reader }) => emailChangedMail(reader, { link: appAddress("/portal") }),
  "payout_details.changed": async ({ reader, payload, secret: { account, accountBefore = null } }) =>
    account
      ? await ownDetailsChangedMail(reader, {
          before: accountBefore,
          after: account,
          from: new Date(payload.usedFrom),
          link: detailsLink(),
        })
      : null,
  "payout_details.used_early": async ({ reader, secret: { account, accountBefore = null } }) =>
    account
      ? await detailsUsedEarlyMail(reader, { before: accountBefore, after: account, link: detailsLink() })
      : null,
  "payout_details.missing": async ({ reader, affiliate, payload }) => {
    const { shopId, affiliateId } = affiliate;
    const details = await listAliveDetails(db(), shopId, affiliateId, reader.now);
    if (details.some((one) => one.confirmedAt !== null)) return null;
    const balances = (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId) ?? [];
    const waiting = payload.amounts.flatMap(
      ({ amount, currencyCode }) => findDecimal(amount, currencyCode) ?? [],
    );
    const isThere = balances.some((one) => one.payableMinor > 0n);
    return isThere ? await detailsMissingMail(reader, { waiting, link: detailsLink() }) : null;
  },
};
