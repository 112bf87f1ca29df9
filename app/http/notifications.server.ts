import { data } from "@remix-run/node";
import { notificationsForm } from "#app/contracts/portal.ts";
import type { EmailFrequency } from "#app/domain/events.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { chooseEmailFrequency, findByEmailToken } from "#app/flows/emails/choose-frequency.ts";
import { now } from "#app/platform/clock.ts";
import { formProblem } from "./form-action.ts";
import { parse } from "./parse.ts";
import { portalLanguage } from "./portal-language.server.ts";
import { limits, tooManyReason } from "./limits.ts";
import { affiliateWords } from "./refusal-words.ts";
import { readForm } from "./read-body.ts";
import { refuseForeignForm, requireAffiliate } from "./require-affiliate.server.ts";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** An email's link names the affiliate by its token, without signing in; null where the token is not one of ours. */
async function settingsReader(request: Request) {
  const token = tokenOf(request);
  return token === null ? await requireAffiliate(request) : await findByEmailToken(token);
}

export async function readNotifications(request: Request): Promise<EmailFrequency | null> {
  return (await settingsReader(request))?.affiliate.emailFrequency ?? null;
}

/** Saves the form. A mail program's one-click POST (RFC 8058) ends the emails; it comes from no page of ours. */
export async function notificationsAction(request: Request) {
  if (tokenOf(request) === null) refuseForeignForm(request);
  const reader = await settingsReader(request);
  const language = portalLanguage(request, reader ?? {});
  const refused = (problem: Pick<Refusal, "reason" | "errors">, status: number) =>
    formProblem(affiliateWords(language, problem), status);
  if (reader === null) return refused({ reason: { code: "link_incomplete" }, errors: [] }, 403);
  const fields = await readForm(request);
  if (limits.notificationForms(reader.affiliate.affiliateId, now().getTime()) > 0) {
    return refused({ reason: tooManyReason, errors: [] }, 429);
  }
  const isOneClick = fields["List-Unsubscribe"] === "One-Click";
  const form = parse(notificationsForm, isOneClick ? { frequency: "never" } : fields);
  if (isRefusal(form)) return refused(form, 400);
  await chooseEmailFrequency(reader.affiliate, form.frequency);
  return data({ ok: true as const });
}
