import type { Mail } from "../domain/emails/mail.ts";
import type { ShopId } from "../domain/ids.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db } from "../platform/db.server.ts";
import type { JobPayloads } from "./catalog.ts";
import type { Queue } from "./queue.server.ts";

/**
 * Enqueues an email in the transaction of its cause. Null: the store turned this email off. Get the queue from
 * `openQueue()` before the transaction begins.
 */
export async function enqueueEmail(
  queue: Queue,
  tx: Db,
  { shopId, mail }: { shopId: ShopId; mail: Mail | null },
): Promise<void> {
  if (mail !== null) await queue.send(tx, "send-mail", { shopId, sealed: sealEmail(shopId, mail) });
}

/** Seals an email for the database, since it has an address and maybe a sign-in link. */
export function sealEmail(shopId: ShopId, mail: Mail): string {
  return encrypt(JSON.stringify(mail), `mail:${shopId}`);
}

export function openEmail({ shopId, sealed }: JobPayloads["send-mail"]): Mail {
  return JSON.parse(decrypt(sealed, `mail:${shopId}`)) as Mail;
}
