import type { AffiliateId } from "#app/domain/ids.ts";
import type { Mail } from "#app/gateways/email/mail.ts";
import {
  programEndMail,
  termsMail,
  type ProgramEnd,
  type TermsNews,
  type TermsReader,
} from "#app/gateways/email/terms-mails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import { readEmailShop } from "#app/store/email-shop.ts";
import type { Program } from "#app/store/programs.ts";
import { readersOfTerms } from "#app/store/readers-of-terms.ts";
import { findShop } from "#app/store/shops.ts";

/**
 * Emails the affiliates whose terms a change of the program is about: those who joined and have no custom terms, or the
 * one whose custom terms change.
 */
export async function tellOfTerms(
  queue: Queue,
  tx: Tx,
  program: Program,
  { affiliateId, ...news }: Omit<TermsNews, "program"> & { readonly affiliateId: AffiliateId | null },
): Promise<void> {
  await mailReaders(queue, tx, program, affiliateId, (reader) =>
    termsMail(reader, { ...news, program: program.name }),
  );
}

/** Emails the same affiliates that the program, or their part in it, ends: when, and for which reason if at once. */
export async function tellOfEnd(
  queue: Queue,
  tx: Tx,
  program: Program,
  { affiliateId, ...end }: Omit<ProgramEnd, "program"> & { readonly affiliateId: AffiliateId | null },
): Promise<void> {
  await mailReaders(queue, tx, program, affiliateId, (reader) =>
    programEndMail(reader, { ...end, program: program.name }),
  );
}

async function mailReaders(
  queue: Queue,
  tx: Tx,
  { shopId, programId, status }: Program,
  affiliateId: AffiliateId | null,
  write: (reader: TermsReader) => Promise<Mail | null>,
): Promise<void> {
  const shop = status === "draft" ? null : await findShop(tx, shopId);
  if (!shop) return;
  const about = {
    settingsLink: null,
    timeZone: shop.timeZone,
    shop: await readEmailShop(tx, shopId),
    link: appAddress("/portal/terms"),
  };
  for (const reader of await readersOfTerms(tx, shopId, { programId, affiliateId })) {
    const language = reader.language ?? shop.language;
    const mail = await write({ ...about, name: reader.name, email: reader.email, language });
    await enqueueMail(queue, tx, { shopId, mail });
  }
}
