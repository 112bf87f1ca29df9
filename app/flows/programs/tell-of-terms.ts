import type { AffiliateId } from "#app/domain/ids.ts";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { AboutLetter } from "#app/gateways/email/letter.ts";
import type { Mail } from "#app/gateways/email/mail.ts";
import {
  programEndMail,
  termsMail,
  type MailReader,
  type ProgramEnd,
} from "#app/gateways/email/terms-mails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { enqueueMail } from "#app/queue/mail.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import type { Program } from "#app/store/programs.ts";
import { readersOfTerms } from "#app/store/readers-of-terms.ts";
import { findShop } from "#app/store/shops.ts";
import { tagsOf } from "#app/store/tags.ts";

type ChangedTerms = {
  /** Whose custom terms change; null for the program's terms. */
  readonly affiliateId: AffiliateId | null;
  readonly before: ProgramTerms;
  readonly after: ProgramTerms;
  readonly waits: boolean;
  readonly startsAt: Date;
};

/**
 * Emails the affiliates whose terms a change of the program is about: those who joined and have no custom terms, or the
 * one whose custom terms change. Each reads what changes for an affiliate with their tags; where nothing does, nobody
 * writes.
 */
export async function tellOfTerms(
  queue: Queue,
  tx: Tx,
  program: Program,
  { affiliateId, before, after, waits, startsAt }: ChangedTerms,
): Promise<void> {
  await mailReaders(queue, tx, program, affiliateId, (about, reader, tags) => {
    const { effect, changes } = compareTerms(termsForTags(before, tags), termsForTags(after, tags));
    if (changes.length === 0) return null;
    const atOnce = effect === "improvement" ? "better" : "new";
    const news = { program: program.name, changes, kind: waits ? "lower" : atOnce, startsAt } as const;
    return termsMail(about, news, reader);
  });
}

/** Emails the same affiliates that new terms which were to start won't. */
export async function tellOfWithdrawnTerms(
  queue: Queue,
  tx: Tx,
  program: Program,
  { affiliateId, startsAt }: Pick<ChangedTerms, "affiliateId" | "startsAt">,
): Promise<void> {
  const news = { program: program.name, changes: [], kind: "withdrawn", startsAt } as const;
  await mailReaders(queue, tx, program, affiliateId, (about, reader) => termsMail(about, news, reader));
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
  write: (about: AboutLetter, reader: MailReader, tags: readonly string[]) => Mail | null,
): Promise<void> {
  const shop = status === "draft" ? null : await findShop(tx, shopId);
  if (!shop) return;
  const { contactEmail, timeZone } = shop;
  const readers = await readersOfTerms(tx, shopId, { programId, affiliateId });
  const tags = await tagsOf(
    tx,
    shopId,
    readers.map((one) => one.affiliateId),
  );
  for (const reader of readers) {
    const about = {
      to: { name: reader.name, email: reader.email },
      shop: { name: shop.displayName ?? shop.storeName ?? shop.domain, contactEmail },
      link: appAddress("/portal/terms"),
    };
    const language = reader.language ?? shop.language;
    const own = tags.get(reader.affiliateId)?.map(({ tag }) => tag) ?? [];
    const mail = write(about, { language, timeZone }, own);
    if (mail) await enqueueMail(queue, tx, { shopId, mail });
  }
}
