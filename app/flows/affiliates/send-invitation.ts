import type { ShopWith } from "#app/domain/context.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { createLink, hasEmailServer } from "./send-link.ts";

/** How an invitation leaves, as the history keeps it. */
export type SentBy = "email" | "link" | "nothing";

/** With `link`, the caller has to show it: it is not stored readable, and nothing else sends it. */
export type SentInvitation = { readonly sentBy: SentBy; readonly link: string | null };

type Inviting = {
  readonly shop: ShopWith;
  readonly affiliate: Pick<Affiliate, "affiliateId">;
  readonly now: Date;
  readonly showsLink: boolean;
  /** The affiliate was invited before. */
  readonly isReminder?: boolean;
};

/** Emails an invitation. Without an email server it creates a link for a caller that shows it, and else nothing. */
export async function sendInvitation(
  tx: Tx,
  { shop, affiliate, now, showsLink, isReminder = false }: Inviting,
): Promise<SentInvitation> {
  const isEmailed = hasEmailServer();
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
