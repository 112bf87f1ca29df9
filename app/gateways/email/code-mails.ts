import type { NoNoticeReason } from "#app/domain/notice.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { localeIn } from "#app/i18n/languages.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { composeLetter, type AboutLetter } from "./letter.ts";
import type { Mail } from "./mail.ts";
import { reasonLines, type MailReader } from "./terms-mails.ts";

/** A discount code that ends, or that stays after all. */
export type CodeEndNews = {
  readonly code: string;
  readonly kind: "ends" | "stays";
  readonly endsAt: Date;
  /** Given where it ends without notice. */
  readonly reason?: NoNoticeReason | undefined;
};

/** Tells an affiliate from when orders with a code no longer count for them. */
export function codeEndMail(about: AboutLetter, news: CodeEndNews, { language, timeZone }: MailReader): Mail {
  const t = textsIn(language, "terms");
  const { code, kind, endsAt, reason } = news;
  const date = formatsIn(localeIn(language, [])).date(endsAt, timeZone);
  const values = { shop: about.shop.name, code, date };
  const [subject, line] =
    kind === "ends"
      ? [t("email.codeEndsSubject", values), t("email.codeEnds", values)]
      : [t("email.codeStaysSubject", values), t("email.codeStays", values)];
  return composeLetter(about, {
    language,
    subject,
    lines: [line, ...reasonLines(reason, t)],
    button: t("email.codeButton"),
    end: t("email.kept"),
  });
}
