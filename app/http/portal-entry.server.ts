import { setTimeout as pause } from "node:timers/promises";
import { data, redirectDocument } from "@remix-run/node";
import { confirmedDetailsWire } from "#app/contracts/payout-details.ts";
import { encode } from "#app/contracts/wire.ts";
import { linkForm, signInForm } from "#app/contracts/portal.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { findInvitation } from "#app/flows/affiliates/accept-invitation.ts";
import { confirmEmailChange } from "#app/flows/affiliates/change-email.ts";
import { chooseLanguage } from "#app/flows/affiliates/choose-language.ts";
import { confirmDetails } from "#app/flows/affiliates/confirm-details.ts";
import type { LinkRefusal, SignedIn } from "#app/flows/affiliates/redeem-link.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { identifyAffiliate } from "#app/flows/affiliates/sign-in.ts";
import { textsIn } from "#app/i18n/texts.ts";
import { now } from "#app/platform/clock.ts";
import { readAffiliateCookie, writeAffiliateCookie } from "./cookies.server.ts";
import { formProblem } from "./form-action.ts";
import { refuseForeignForm, signInPath } from "./require-affiliate.server.ts";
import { languageOfBrowser } from "./page-texts.server.ts";
import { parse } from "./parse.ts";
import { languageOfCookie, portalLanguage } from "./portal-language.server.ts";
import { limits, tooManyReason } from "./limits.ts";
import { affiliateMessage, affiliateWords } from "./refusal-words.ts";
import { readForm } from "./read-body.ts";
import { shopInfoOf } from "./shop-info.ts";
import { offeredTermsWords } from "./terms-words.server.ts";
import { visitorAddress } from "./visitor.ts";

/** Longer than making a mail takes: how long the answer takes must not tell who takes part. */
const leastMs = 250;

type Redeem = (token: string, now: Date) => Promise<SignedIn | LinkRefusal>;

/** The page of a mail's link posts its token: a session and the way to the portal, or why the link does not open. */
export async function linkAction(request: Request, redeem: Redeem) {
  const at = now();
  const posted = await postedToken(request, at);
  if (!("token" in posted)) return posted.problem;
  const signedIn = await redeem(posted.token, at);
  if (isRefusal(signedIn)) return refusedLink(request, signedIn);
  await keepLanguage(request, signedIn, at);
  // The whole document is loaded anew: the affiliate may have chosen another language than the browser's.
  return redirectDocument("/portal", { headers: { "Set-Cookie": writeAffiliateCookie(signedIn, at) } });
}

/**
 * Emails are written without a browser to ask: an affiliate without a language gets the one chosen before signing in,
 * else the browser's.
 */
async function keepLanguage(request: Request, { token }: SignedIn, at: Date): Promise<void> {
  const language = languageOfCookie(request) ?? languageOfBrowser(request);
  const context = language === null ? null : await identifyAffiliate(token, at);
  if (language && context?.affiliate.language === null) await chooseLanguage(context.affiliate, language);
}

/** The page of the mail that confirms payout details posts its token: what holds from when, or why it does not open. */
export async function confirmDetailsAction(request: Request) {
  const at = now();
  const posted = await postedToken(request, at);
  if (!("token" in posted)) return posted.problem;
  const confirmed = await confirmDetails(posted.token, at);
  if (isRefusal(confirmed)) return refusedLink(request, confirmed);
  const { shop, method, account, effectiveAt } = confirmed;
  const { name: shopName, timeZone } = shopInfoOf(shop);
  return data(
    encode(confirmedDetailsWire, { confirmed: { method, account, effectiveAt, shopName, timeZone } }),
  );
}

/** The page of the email that confirms a new address posts its token. */
export async function confirmEmailAction(request: Request) {
  const session = readAffiliateCookie(request);
  const context = session === null ? null : await identifyAffiliate(session, now());
  if (!context) {
    refuseForeignForm(request);
    const t = textsIn(portalLanguage(request, {}), "refusals");
    return data({ message: t("signInFirst"), signInUrl: null }, { status: 403 });
  }
  return await linkAction(request, (token, at) =>
    confirmEmailChange({ token, signedIn: context.affiliate }, at),
  );
}

/** The store that an invitation is from and the terms that it offers, before it is accepted. A link that does not open has neither. */
export async function invitationTermsAction(request: Request): Promise<Response> {
  const at = now();
  const posted = await postedToken(request, at);
  const invitation = "token" in posted ? await findInvitation(posted.token, at) : null;
  const isOpen = invitation !== null && !isRefusal(invitation);
  const programs = isOpen ? await offeredTermsWords(request, invitation) : [];
  const shop = isOpen ? shopInfoOf(invitation.shop).name : null;
  return Response.json({ shop, programs }, { headers: { "Cache-Control": "no-store" } });
}

async function postedToken(request: Request, at: Date) {
  refuseForeignForm(request);
  const language = portalLanguage(request, {});
  if (limits.signInLinks(visitorAddress(request.headers), at.getTime()) > 0) {
    return {
      problem: data({ message: affiliateMessage(language, tooManyReason), signInUrl: null }, { status: 429 }),
    };
  }
  const fields = parse(linkForm, await readForm(request));
  if (!isRefusal(fields)) return fields;
  const message = affiliateMessage(language, fields.reason);
  return { problem: data({ message, signInUrl: signInPath(null) }, { status: 400 }) };
}

function refusedLink(request: Request, { reason, shopHandle }: LinkRefusal) {
  const message = affiliateMessage(portalLanguage(request, {}), reason);
  return data({ message, signInUrl: signInPath(shopHandle) }, { status: 403 });
}

/** The form that asks for a link: the same answer whoever asks, for whichever address. */
export async function emailAction(request: Request, pathShop: string | null) {
  refuseForeignForm(request);
  const at = now();
  const fields = parse(signInForm, await readForm(request));
  const language = portalLanguage(request, {});
  if (isRefusal(fields)) return formProblem(affiliateWords(language, fields), 400);
  const shop = pathShop ?? fields.shop;
  if (shop === undefined) {
    const reason = { code: "value_missing", what: "store" } as const;
    return formProblem(affiliateWords(language, { reason, errors: [{ field: "shop", reason }] }), 400);
  }
  const key = `${visitorAddress(request.headers)} ${fields.email.toLowerCase()}`;
  if (limits.signInEmails(key, at.getTime()) > 0) {
    return formProblem(affiliateWords(language, { reason: tooManyReason, errors: [] }), 429);
  }
  await Promise.all([requestSignIn({ shop, email: fields.email, now: at }), pause(leastMs)]);
  return data({ ok: true as const, email: fields.email });
}
