import type { ShopWith } from "#app/domain/context.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { createLink, hasMailServer } from "./send-link.ts";

/** How an invitation was sent, as stored in the history. */
export type InvitationChannel = "email" | "link" | "nothing";

/** With `link`, the caller must show it, because it is stored hashed and not sent. */
export type SentInvitation = { readonly sentBy: InvitationChannel; readonly link: string | null };

type InvitationInput = {
  readonly shop: ShopWith;
  readonly affiliate: Pick<Affiliate, "affiliateId">;
  readonly now: Date;
  readonly showsLink: boolean;
  /** The affiliate was invited before. */
  readonly isReminder?: boolean;
};

/** Emails an invitation. Without an email server, creates a link if the caller shows it. */
export async function sendInvitation(
  tx: Tx,
  { shop, affiliate, now, showsLink, isReminder = false }: InvitationInput,
): Promise<SentInvitation> {
  const isEmailed = hasMailServer();
  const { affiliateId } = affiliate;
  const created =
    isEmailed || showsLink ? await createLink(tx, { shop, affiliate, purpose: "invitation", now }) : null;
  const secret = created && {
    link: created.link,
    expiresAt: created.expiresAt.toISOString(),
    tokenHash: created.tokenHash,
  };
  const event = {
    name: "affiliate.invited",
    subjectId: affiliateId,
    affiliateId,
    payload: { affiliateId, isReminder },
    receivers: isEmailed && secret ? [{ affiliateId, secret }] : [],
  } as const;
  await recordEvents(tx, shop.shopId, [event], now);
  if (isEmailed) return { sentBy: "email", link: null };
  return created ? { sentBy: "link", link: created.link } : { sentBy: "nothing", link: null };
}
