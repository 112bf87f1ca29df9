import type { TFunction } from "i18next";
import type { Language } from "#app/domain/languages.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import type { TermsChange } from "#app/domain/terms/compare-terms.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { localeIn } from "#app/i18n/languages.ts";
import { changeLine } from "#app/i18n/terms-words.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { composeLetter, type AboutLetter } from "./letter.ts";
import type { Mail } from "./mail.ts";

/** News about an affiliate's terms in a program. */
export type TermsNews = {
  readonly program: string;
  readonly changes: readonly TermsChange[];
  readonly kind: "lower" | "better" | "new" | "withdrawn";
  readonly startsAt: Date;
  /** Why terms change without notice. */
  readonly reason?: NoNoticeReason | undefined;
};

/** The language and time zone of an email. */
export type MailReader = { readonly language: Language; readonly timeZone: string };

/** Tells an affiliate that their terms change, from when, and by what. */
export function termsMail(about: AboutLetter, news: TermsNews, { language, timeZone }: MailReader): Mail {
  const t = textsIn(language, "terms");
  const formats = formatsIn(localeIn(language, []));
  const { kind, program, reason } = news;
  const values = { shop: about.shop.name, program, date: formats.date(news.startsAt, timeZone) };
  const subjects = {
    lower: t("email.lowerSubject", values),
    better: t("email.betterSubject", values),
    new: t("email.newSubject", values),
    withdrawn: t("email.withdrawnSubject", values),
  };
  const intros = {
    lower: t("email.lower", values),
    better: t("email.better", values),
    new: t("email.new", values),
    withdrawn: t("email.withdrawn", values),
  };
  const changes = kind === "withdrawn" ? [] : news.changes.map((one) => changeLine(one, { t, formats }));
  return composeLetter(about, {
    language,
    subject: subjects[kind],
    lines: [intros[kind], ...changes, ...reasonLines(reason, t)],
    button: t("email.button"),
    end: t("email.end"),
  });
}

/** A program, or an affiliate's part in it, that ends. */
export type ProgramEnd = {
  readonly program: string;
  /** Given where it ends without notice. */
  readonly reason: NoNoticeReason | undefined;
  readonly endsAt: Date;
};

/** Tells an affiliate from when orders no longer earn in a program. */
export function programEndMail(
  about: AboutLetter,
  end: ProgramEnd,
  { language, timeZone }: MailReader,
): Mail {
  const t = textsIn(language, "terms");
  const { program, reason, endsAt } = end;
  const date = formatsIn(localeIn(language, [])).date(endsAt, timeZone);
  const values = { shop: about.shop.name, program, date };
  return composeLetter(about, {
    language,
    subject: t("email.stopSubject", values),
    lines: [t("email.stop", values), ...reasonLines(reason, t)],
    button: t("email.button"),
    end: t("email.kept"),
  });
}

/** Why something ends without notice, as a line of an email. */
export function reasonLines(reason: NoNoticeReason | undefined, t: TFunction<"terms">): string[] {
  if (reason === undefined) return [];
  const reasons = {
    fraud: t("reason.fraud"),
    legal: t("reason.legal"),
    "leaked-code": t("reason.leakedCode"),
  };
  return [t("email.reason", { reason: reasons[reason] })];
}
