import type { ShopId } from "../domain/ids.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db } from "../platform/db.server.ts";
import type { JobPayloads } from "./catalog.ts";
import type { Queue } from "./queue.server.ts";

/** Payload of a mail job, opened; gateways/email sends it. */
export type QueuedMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
  readonly unsubscribe?: string;
};

/**
 * Enqueues a mail in the transaction of the fact it tells of; nothing where the store turned it off. Get the queue from
 * `openQueue()` before the transaction begins.
 */
export async function enqueueMail(
  queue: Queue,
  tx: Db,
  { shopId, mail }: { shopId: ShopId; mail: QueuedMail | null },
): Promise<void> {
  if (mail !== null) await queue.send(tx, "send-mail", { shopId, sealed: sealMail(shopId, mail) });
}

/** Seals a mail for the database: addresses and links of sign-in do not lie open there. */
export function sealMail(shopId: ShopId, mail: QueuedMail): string {
  return encrypt(JSON.stringify(mail), `mail:${shopId}`);
}

/** Opens a sealed mail. */
export function openMail({ shopId, sealed }: JobPayloads["send-mail"]): QueuedMail {
  return JSON.parse(decrypt(sealed, `mail:${shopId}`)) as QueuedMail;
}
