import { type Money, WHOLE_BPS } from "#app/domain/money.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import type { FlatPay } from "#app/domain/terms/terms.ts";
import { type EmailReader, writeEmail, writing } from "./event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { reasonText } from "./terms-emails.ts";

type DatedReader = EmailReader & { readonly timeZone: string; readonly now: Date };

/** Tells an affiliate about a bonus. */
export async function bonusMail(
  reader: EmailReader,
  { bonus, amount, link }: { readonly bonus: string; readonly amount: Money; readonly link: string },
): Promise<Mail | null> {
  const values = { bonus, amount: writing(reader).money(amount) };
  return await writeEmail(reader, "bonus", { values, link });
}

/** Tells an affiliate that they reached a tier, and what it pays. */
export async function tierMail(
  reader: EmailReader,
  { program, pay, link }: { readonly program: string; readonly pay: FlatPay; readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "tier", { values: { program, rate: payText(reader, pay) }, link });
}

/** Pay in words: "20%" or "$5.00 per order". */
export function payText(reader: EmailReader, pay: FlatPay): string {
  const { t, formats, money } = writing(reader);
  switch (pay.kind) {
    case "percentage":
      return t("tier.percentage", { rate: formats.ratio(pay.rateBps / WHOLE_BPS) });
    case "fixed":
      return t("tier.fixed", { amount: money(pay.amount) });
    case "per-item":
      return t("tier.perItem", { amount: money(pay.amount) });
    case "none":
    default:
      return t("tier.none");
  }
}

/** Tells an affiliate how the store answered a claim. */
export async function claimMail(
  reader: EmailReader,
  claim: {
    readonly order: string;
    readonly decision: "accepted" | "declined";
    readonly answer: string;
    readonly link: string;
  },
): Promise<Mail | null> {
  const { order, decision, answer: message, link } = claim;
  return await writeEmail(reader, `claim_${decision}`, { values: { order, message }, link });
}

/** Tells an affiliate that a discount code was changed. */
export async function codeChangedMail(
  reader: EmailReader,
  { code, former, link }: { readonly code: string; readonly former: string; readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "code_changed", { values: { code, code_before: former }, link });
}

/** Tells an affiliate that a discount code stopped working. */
export async function codeDeactivatedMail(
  reader: EmailReader,
  {
    code,
    reason,
    link,
  }: { readonly code: string; readonly reason: NoNoticeReason | null; readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "code_deactivated", {
    values: { code, reason: reasonText(reader, reason) },
    link,
  });
}

type CodeEnd = { readonly code: string; readonly endsAt: Date; readonly link: string };

/** Tells an affiliate when orders with a discount code stop counting for them. */
export async function codeEndsMail(
  reader: DatedReader,
  { code, endsAt, link }: CodeEnd,
): Promise<Mail | null> {
  const date = writing(reader).formats.date(endsAt, reader.timeZone);
  return await writeEmail(reader, "code_ends", { values: { code, date }, link });
}

/** Tells an affiliate that a discount code stays after all. */
export async function codeStaysMail(
  reader: DatedReader,
  { code, endsAt, link }: CodeEnd,
): Promise<Mail | null> {
  const date = writing(reader).formats.date(endsAt, reader.timeZone);
  return await writeEmail(reader, "code_stays", { values: { code, date }, link });
}

/** Tells an affiliate that the statement of a month, "2026-11", is ready. */
export async function statementMail(
  reader: EmailReader,
  { month, link }: { readonly month: string; readonly link: string },
): Promise<Mail | null> {
  return await writeEmail(reader, "statement", { values: { month: writing(reader).month(month) }, link });
}

/** Tells an affiliate when the store begins to pay out only higher balances. */
export async function minimumRaisedMail(
  reader: DatedReader,
  { minimum, from, link }: { readonly minimum: Money; readonly from: Date; readonly link: string },
): Promise<Mail | null> {
  const { money, formats } = writing(reader);
  const values = { amount: money(minimum), date: formats.date(from, reader.timeZone) };
  return await writeEmail(reader, "minimum_raised", { values, link });
}
