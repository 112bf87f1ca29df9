import type { AffiliateId } from "#app/domain/ids.ts";
import type { AboutLetter } from "#app/gateways/email/letter.ts";
import type { Mail } from "#app/gateways/email/mail.ts";
import {
  programEndMail,
  termsMail,
  type MailReader,
  type ProgramEnd,
  type TermsNews,
} from "#app/gateways/email/terms-mails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
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
  await mailReaders(queue, tx, program, affiliateId, (about, reader) =>
    termsMail(about, { ...news, program: program.name }, reader),
  );
}

/** Emails the same affiliates that the program, or their part in it, ends: when, and for which reason if at once. */
export async function tellOfEnd(
  queue: Queue,
  tx: Tx,
  program: Program,
  { affiliateId, ...end }: Omit<ProgramEnd, "program"> & { readonly affiliateId: AffiliateId | null },
): Promise<void> {
  await mailReaders(queue, tx, program, affiliateId, (about, reader) =>
    programEndMail(about, { ...end, program: program.name }, reader),
  );
}

async function mailReaders(
  queue: Queue,
  tx: Tx,
  { shopId, programId, status }: Program,
  affiliateId: AffiliateId | null,
  write: (about: AboutLetter, reader: MailReader) => Mail,
): Promise<void> {
  const shop = status === "draft" ? null : await findShop(tx, shopId);
  if (!shop) return;
  const { contactEmail, timeZone } = shop;
  for (const reader of await readersOfTerms(tx, shopId, { programId, affiliateId })) {
    const about = {
      to: { name: reader.name, email: reader.email },
      shop: { name: shop.displayName ?? shop.storeName ?? shop.domain, contactEmail },
      link: appAddress("/portal/terms"),
    };
    const language = reader.language ?? shop.language;
    await enqueueMail(queue, tx, { shopId, mail: write(about, { language, timeZone }) });
  }
}
