import { data } from "@remix-run/node";
import { notificationsForm } from "#app/contracts/portal.ts";
import type { EmailFrequency } from "#app/domain/events.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { chooseEmailFrequency, findByEmailToken } from "#app/flows/emails/choose-frequency.ts";
import { now } from "#app/platform/clock.ts";
import type { FormProblem } from "./form-action.ts";
import { parse } from "./parse.ts";
import { rateLimiter, tooManyMessage } from "./rate-limit.ts";
import { readForm } from "./read-body.ts";
import { refuseForeignForm, requireAffiliate } from "./require-affiliate.server.ts";

/** More than a person posts. */
const limit = rateLimiter({ burst: 30, perSecond: 0.5 });

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
  if (reader === null) return refused("This link doesn't work", 403);
  const fields = await readForm(request);
  if (limit(reader.affiliate.affiliateId, now().getTime()) > 0) return refused(tooManyMessage, 429);
  const isOneClick = fields["List-Unsubscribe"] === "One-Click";
  const form = parse(notificationsForm, isOneClick ? { frequency: "never" } : fields);
  if (isRefusal(form)) return data<FormProblem>({ ok: false, ...form }, { status: 400 });
  await chooseEmailFrequency(reader.affiliate, form.frequency);
  return data({ ok: true as const });
}

function refused(message: string, status: number) {
  return data<FormProblem>({ ok: false, message, errors: [] }, { status });
}
