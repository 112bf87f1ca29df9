import { data } from "@remix-run/node";
import type { JoinBrand, JoinFormWire, JoinPageWire } from "#app/contracts/join.ts";
import { payCodec } from "#app/contracts/terms-codecs.ts";
import { encode } from "#app/contracts/wire.ts";
import { utmNames } from "#app/domain/applications/joining.ts";
import type { Language } from "#app/domain/languages.ts";
import { countryCodes } from "#app/domain/payouts/account-check.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import { type JoinPage, readJoinPage } from "#app/flows/affiliates/read-join-page.ts";
import { shopName } from "#app/flows/affiliates/send-link.ts";
import { countryNames } from "#app/i18n/languages.ts";
import { isAppOrigin } from "#app/platform/app-address.server.ts";
import { keyedHash, sameText } from "#app/platform/crypto.server.ts";
import { languageFor } from "./page-texts.server.ts";
import { languageOfCookie } from "./portal-language.server.ts";
import { logoAddressOf } from "./shop-info.ts";
import { programTermsLines } from "./terms-words.server.ts";

type Params = { readonly shop?: string | undefined; readonly program?: string | undefined };

export const longestReferrer = 500;
export const longestUtm = 200;

/** The parts of a shop that affiliates see. */
export function joinBrandOf(shop: JoinPage["shop"]): JoinBrand {
  return { name: shopName(shop), logo: logoAddressOf(shop) };
}

/** The join page that an address names. @throws a 404 where it names none. */
export async function joinPageAt(params: Params): Promise<JoinPage> {
  const page = await readJoinPage(params.shop ?? "", params.program ?? "");
  if (!page) throw data(null, { status: 404 });
  return page;
}

/** Names a program's form in its stamp. */
export function stampName({ shop, program }: JoinPage): string {
  return `join ${shop.shopId} ${program.programId}`;
}

/** The language of the join pages: the one chosen in this browser, else the browser's, else the store's. */
export function joinLanguage(request: Request, shop: Pick<JoinPage["shop"], "language"> | null): Language {
  return languageFor(request, { chosen: languageOfCookie(request), store: shop?.language ?? "en" });
}

/** A join page's content. */
export async function joinPageContent(page: JoinPage, request: Request, now: Date): Promise<JoinPageWire> {
  const { shop, program, joining, isTaking } = page;
  const { name, description, terms } = program;
  return {
    brand: joinBrandOf(shop),
    program: { name, description },
    commission: encode(payCodec, termsForTags(terms, []).commission),
    terms: await programTermsLines(request, joinLanguage(request, shop), { shop, program, now }),
    form: isTaking ? formOf(page, request, now) : null,
    isIndexable: isTaking && joining.isIndexable,
  };
}

function formOf(page: JoinPage, request: Request, now: Date): JoinFormWire {
  const { fields, rules } = page.joining;
  const asksCountry = rules.some(({ conditions }) => conditions.some(({ kind }) => kind === "country"));
  return {
    fields: fields.map(({ id, kind, label, isRequired, choices }) => ({
      id,
      kind,
      label,
      isRequired,
      choices,
    })),
    countries: asksCountry ? countryNames(joinLanguage(request, page.shop), countryCodes) : [],
    hidden: {
      stamp: stampOf(stampName(page), now),
      terms: String(page.program.version),
      ...sourceOf(request),
    },
  };
}

/** Where the visitor came from, as the browser and the address say. */
function sourceOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const referrer = URL.parse(request.headers.get("Referer") ?? "");
  const isForeign = referrer !== null && !isAppOrigin(referrer.origin, request);
  const utm = utmNames.map((name) => [
    `utm-${name}`,
    (searchParams.get(`utm_${name}`) ?? "").slice(0, longestUtm),
  ]);
  return {
    ...(isForeign && { referrer: `${referrer.origin}${referrer.pathname}`.slice(0, longestReferrer) }),
    ...Object.fromEntries(utm.filter(([, value]) => value !== "")),
  };
}

/** A person needs longer to fill in a form; programs that post forms do not. */
const leastMs = 3000;
const mostMs = 24 * 3_600_000;

const signatureOf = (form: string, ms: string): string => keyedHash("form-stamp", `${form}:${ms}`);

/** A hidden field that proves when a form was shown. `form` names the form, so that no other takes it. */
export function stampOf(form: string, now: Date): string {
  const ms = String(now.getTime());
  return `${ms}.${signatureOf(form, ms)}`;
}

/** Checks the stamp of a form that comes back. */
export function checkStamp(form: string, stamp: string, now: Date): "fine" | "too-fast" | "expired" {
  const [ms = "", signature = ""] = stamp.split(".");
  if (!/^\d{1,15}$/.test(ms) || !sameText(signature, signatureOf(form, ms))) return "expired";
  const age = now.getTime() - Number(ms);
  if (age > mostMs) return "expired";
  return age < leastMs ? "too-fast" : "fine";
}
