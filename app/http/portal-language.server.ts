import { data, redirect } from "@remix-run/node";
import { languageForm } from "#app/contracts/portal.ts";
import { isLanguage, type Language } from "#app/domain/languages.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { chooseLanguage } from "#app/flows/affiliates/choose-language.ts";
import { findPortalShop } from "#app/flows/affiliates/request-sign-in.ts";
import { identifyAffiliate } from "#app/flows/affiliates/sign-in.ts";
import { localeIn } from "#app/i18n/languages.ts";
import type { PageTexts } from "#app/i18n/page-texts.ts";
import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { readAffiliateCookie } from "./cookies.server.ts";
import { type AffiliateContext, refuseForeignForm } from "./require-affiliate.server.ts";
import { acceptedLocales } from "./locale.ts";
import { languageFor, pageTexts } from "./page-texts.server.ts";
import { parse } from "./parse.ts";
import { readForm } from "./read-body.ts";

const cookieName = "portal_language";
const cookieSeconds = 365 * 86_400;

/** The language chosen in this browser, which holds until the affiliate is known. */
export function languageOfCookie(request: Request): Language | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [name, value] = part.trim().split("=");
    if (name === cookieName && isLanguage(value)) return value;
  }
  return null;
}

/** The language of somebody in the portal; null for an affiliate who is not known. */
export function portalLanguage(
  request: Request,
  { affiliate, shop }: { affiliate?: AffiliateContext["affiliate"]; shop?: { language: Language } | null },
): Language {
  const chosen = affiliate?.language ?? languageOfCookie(request);
  return languageFor(request, { chosen, store: shop?.language ?? "en" });
}

/** The affiliate's language, and the locale of their numbers and dates. */
export function readerOf(request: Request, context: AffiliateContext) {
  const language = portalLanguage(request, context);
  return { language, locale: localeIn(language, acceptedLocales(request)) };
}

/** The texts of the portal's pages, for the affiliate who is signed in or about to. */
export async function portalTexts(request: Request, shopHandle: string | undefined): Promise<PageTexts> {
  const language = portalLanguage(request, await contextOf(request, shopHandle));
  return pageTexts(request, language, ["home", "portal", "reasons", "states", "terms"]);
}

/** The page itself tells what fails: here it only decides the language in which it does. */
async function contextOf(request: Request, shopHandle: string | undefined) {
  const token = readAffiliateCookie(request);
  try {
    const context = token === null ? null : await identifyAffiliate(token, now());
    if (context) return context;
    return { shop: shopHandle === undefined ? null : await findPortalShop(shopHandle) };
  } catch (error) {
    log.warn("The reader of a portal page is not known", describeError(error));
    return {};
  }
}

/** Keeps a chosen language: in the browser, and with the affiliate who is signed in there. */
export async function languageAction(request: Request) {
  refuseForeignForm(request);
  const fields = parse(languageForm, await readForm(request));
  if (isRefusal(fields)) return data({ ok: false as const }, { status: 400 });
  const { language, to } = fields;
  const token = readAffiliateCookie(request);
  const context = token === null ? null : await identifyAffiliate(token, now());
  if (context) await chooseLanguage(context.affiliate, language);
  const cookie = `${cookieName}=${language}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; Secure; SameSite=Lax`;
  const headers = { "Set-Cookie": cookie };
  return to === undefined ? data({ ok: true as const }, { headers }) : redirect(to, { headers });
}
