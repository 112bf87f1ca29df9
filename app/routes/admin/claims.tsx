import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { claimForm, claimListQuery, claimWire } from "#app/contracts/claim.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readClaims } from "#app/flows/attribution/claims.ts";
import { decideClaim } from "#app/flows/attribution/decide-claim.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { ClaimsPage } from "#app/ui/admin/attribution/claims-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("claims");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, page, limit, search, status } = listQueryOf(request, claimListQuery);
  const [{ claims, total }, affiliate] = await Promise.all([
    readClaims(shopId, { search, status, affiliateId, page, limit }).then(answered),
    chosenAffiliate(shop, affiliateId),
  ]);
  return {
    claims: claims.map((one) => encode(claimWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, claimListQuery),
    affiliate,
    timeZone: shop.timeZone,
  };
}

/** Accepts or declines one claim. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, claimForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("decision.save"), async () => {
      const { id, ...asked } = fields;
      const decided = await decideClaim(context, id, asked);
      if (isRefusal(decided)) return decided;
      return { ok: true as const, claim: encode(claimWire, decided.claim), credited: decided.credited };
    }),
  );
}

export default function Claims() {
  return <ClaimsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.claims")} />;
}
