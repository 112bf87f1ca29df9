import type { NoNoticeReason } from "#app/domain/notice.ts";
import type { TermsChange } from "#app/domain/terms/compare-terms.ts";
import { changeLine } from "#app/i18n/terms-words.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { type EmailReader, writeEmail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";

/** News about an affiliate's terms in a program. */
export type TermsNews = {
  readonly program: string;
  readonly changes: readonly TermsChange[];
  readonly kind: "lower" | "better" | "new" | "withdrawn";
  readonly startsAt: Date;
  /** Reason for which they change without notice. */
  readonly reason?: NoNoticeReason | null;
};

/** Receiver of an email about terms. The button leads to `link`. */
export type TermsReader = EmailReader & { readonly timeZone: string; readonly link: string };

/** Tells an affiliate when and how their terms change. */
export async function termsMail(reader: TermsReader, news: TermsNews): Promise<Mail | null> {
  const t = textsIn(reader.language, "terms");
  const { formats } = writing(reader);
  const { program } = news;
  const { link } = reader;
  const date = formats.date(news.startsAt, reader.timeZone);
  const changes = news.changes.map((one) => changeLine(one, { t, formats })).join("\n\n");
  const emails = {
    lower: () => writeEmail(reader, "terms_lower", { values: { program, date, changes }, link }),
    better: () => writeEmail(reader, "terms_better", { values: { program, changes }, link }),
    new: () =>
      writeEmail(reader, "terms_new", {
        values: { program, changes, reason: reasonText(reader, news.reason) },
        link,
      }),
    withdrawn: () => writeEmail(reader, "terms_withdrawn", { values: { program, date }, link }),
  };
  return await emails[news.kind]();
}

/** A program that ends, or an affiliate's membership. */
export type ProgramEnd = {
  readonly program: string;
  /** Reason, if it ends without notice. */
  readonly reason: NoNoticeReason | undefined;
  readonly endsAt: Date;
};

/** Tells an affiliate when orders stop earning in a program. */
export async function programEndMail(reader: TermsReader, end: ProgramEnd): Promise<Mail | null> {
  const { formats } = writing(reader);
  const { program, reason, endsAt } = end;
  const date = formats.date(endsAt, reader.timeZone);
  const values = { program, date, reason: reasonText(reader, reason) };
  return await writeEmail(reader, "program_end", { values, link: reader.link });
}

/** "Reason: fraud." Empty without one. */
export function reasonText(reader: EmailReader, reason: NoNoticeReason | null | undefined): string {
  if (!reason) return "";
  const t = textsIn(reader.language, "terms");
  const reasons = {
    fraud: t("reason.fraud"),
    legal: t("reason.legal"),
    "leaked-code": t("reason.leakedCode"),
  };
  return writing(reader).t("terms.reason", { reason: reasons[reason] });
}
