import type { Tx } from "#app/platform/db.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { createLink, hasMailServer, type LinkShop, sendLink } from "./send-link.ts";

/** How an invitation leaves, as the history keeps it. */
export type SentBy = "email" | "link" | "nothing";

/** With `link`, the caller has to show it: it is not stored readable, and nothing else sends it. */
export type SentInvitation = { readonly sentBy: SentBy; readonly link: string | null };

type Inviting = {
  readonly shop: LinkShop;
  readonly affiliate: Pick<Affiliate, "affiliateId" | "name" | "email" | "language">;
  readonly now: Date;
  readonly showsLink: boolean;
};

/** Emails an invitation. Without an email server it creates a link for a caller that shows it, and else nothing. */
export async function sendInvitation(
  queue: Queue,
  tx: Tx,
  { showsLink, ...inviting }: Inviting,
): Promise<SentInvitation> {
  const purpose = "invitation";
  if (hasMailServer()) {
    await sendLink(queue, tx, { ...inviting, purpose });
    return { sentBy: "email", link: null };
  }
  if (!showsLink) return { sentBy: "nothing", link: null };
  return { sentBy: "link", link: await createLink(tx, { ...inviting, purpose }) };
}
