import type { OwnTermsWords, ProgramTermsWords } from "#app/contracts/portal.ts";
import type { Language } from "#app/domain/languages.ts";
import type { Money } from "#app/domain/money.ts";
import { noticeDaysAt } from "#app/domain/notice.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import type { JoinPage } from "#app/flows/affiliates/read-join-page.ts";
import {
  readAffiliateTerms,
  readOfferedChange,
  type AffiliateTerms,
  type WaitingTerms,
} from "#app/flows/programs/affiliate-terms.ts";
import { readMinimumPayout } from "#app/flows/payouts/change-settings.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { localeIn } from "#app/i18n/languages.ts";
import { changeLine, termsLines, type TermsWriter } from "#app/i18n/terms-words.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { acceptedLocales } from "./locale.ts";
import { portalLanguage } from "./portal-language.server.ts";
import { requestTime } from "./request-time.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";

/** The signed-in affiliate's terms, in their language. */
export async function ownTermsWords(request: Request, context: AffiliateContext): Promise<OwnTermsWords[]> {
  const { shop, affiliate } = context;
  const writer = writerOf(request, portalLanguage(request, context));
  const minimum = await readMinimumPayout(shop);
  const programs = await readAffiliateTerms(shop.shopId, affiliate.affiliateId, requestTime()).then(answered);
  return programs.map((one) => inWords(one, { ...writer, minimum, timeZone: shop.timeZone }));
}

/** The terms of an invitation, in the reader's language. */
export async function offeredTermsWords(
  request: Request,
  { shop, affiliate }: Pick<AffiliateContext, "shop" | "affiliate">,
): Promise<ProgramTermsWords[]> {
  const minimum = await readMinimumPayout(shop);
  const writer = { ...writerOf(request, portalLanguage(request, { affiliate, shop })), minimum };
  const programs = await readAffiliateTerms(shop.shopId, affiliate.affiliateId, requestTime()).then(answered);
  return programs.map((one) => {
    const words = programInWords(one, writer);
    return { ...words, lines: [...words.lines, ...upcomingLines(one.waiting, shop, writer)] };
  });
}

/** A program's terms as a new affiliate reads them, for the merchant, a sentence each. */
export function termsWordsForMerchant(
  request: Request,
  terms: ProgramTerms,
  minimum: Money | null,
): string[] {
  return linesOf(termsForTags(terms, []), { ...writerOf(request, "en"), minimum });
}

type Offer = Pick<JoinPage, "shop" | "program"> & { readonly now: Date };

/** A program's terms for somebody who isn't in it yet, one line each. */
export async function programTermsLines(
  request: Request,
  language: Language,
  { shop, program, now }: Offer,
): Promise<string[]> {
  const { programId, name: programName } = program;
  // Applicants have no tags before the store approves them.
  const terms = termsForTags(program.terms, []);
  const writer = { ...writerOf(request, language), minimum: await readMinimumPayout(shop) };
  const offered = { programId, programName, terms, noticeDays: noticeDaysAt(program, now) };
  const { lines, notice } = programInWords(offered, writer);
  const waiting = await readOfferedChange(program, now);
  return [...lines, ...upcomingLines(waiting, shop, writer), notice];
}

/** People who join read here what changes soon, as they weren't emailed about it. */
function upcomingLines(
  waiting: WaitingTerms | null,
  { timeZone }: Pick<JoinPage["shop"], "timeZone">,
  writer: TermsWriter,
): string[] {
  if (!waiting) return [];
  const date = writer.formats.date(waiting.startsAt, timeZone);
  return waiting.changes.map((one) => writer.t("line.upcoming", { date, change: changeLine(one, writer) }));
}

function writerOf(request: Request, language: Language): TermsWriter {
  const formats = formatsIn(localeIn(language, acceptedLocales(request)));
  return { t: textsIn(language, "terms"), formats };
}

type Writer = TermsWriter & { readonly minimum: Money | null };

function programInWords(
  {
    programId,
    programName,
    terms,
    noticeDays,
  }: Pick<AffiliateTerms, "programId" | "programName" | "terms" | "noticeDays">,
  writer: Writer,
): ProgramTermsWords {
  const notice = writer.t("line.notice", { days: noticeDays });
  return { id: programId, program: programName, lines: linesOf(terms, writer), notice };
}

function linesOf(terms: ProgramTerms, writer: Writer): string[] {
  return [...new Set(termsLines(terms, writer))];
}

function inWords(terms: AffiliateTerms, writer: Writer & { readonly timeZone: string }): OwnTermsWords {
  const { formats, timeZone } = writer;
  const { version, acceptedVersion, waiting, history } = terms;
  const dateOf = (at: Date | string): string => formats.date(new Date(at), timeZone);
  const withoutMinimum = { ...writer, minimum: null };
  const earlier = history.slice(0, -1).map((one, index) => ({
    from: dateOf(one.from),
    to: dateOf(history[index + 1]?.from ?? one.from),
    lines: linesOf(one.terms, withoutMinimum),
  }));
  return {
    ...programInWords(terms, writer),
    isAccepted: version === acceptedVersion,
    since: dateOf(history.at(-1)?.from ?? requestTime()),
    upcoming: waiting && {
      date: dateOf(waiting.startsAt),
      changes: waiting.changes.map((change) => changeLine(change, writer)),
    },
    earlier: earlier.toReversed(),
  };
}
