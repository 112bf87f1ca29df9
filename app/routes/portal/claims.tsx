import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { makeClaimForm, ownClaimWire } from "#app/contracts/claim.ts";
import { encode } from "#app/contracts/wire.ts";
import { createClaim, readOwnClaims } from "#app/flows/attribution/claims.ts";
import { ownFormAction } from "#app/http/own-form.server.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { answered } from "#app/http/respond.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { OwnClaimsPage } from "#app/ui/portal/own-claims-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("claims.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, affiliate } = await requireAffiliate(request);
  const claims = answered(await readOwnClaims(affiliate.shopId, affiliate.affiliateId));
  return { claims: claims.map((one) => encode(ownClaimWire, one)), timeZone: shopInfoOf(shop).timeZone };
}

/** "I referred this order": posts a claim, which the store decides. */
export async function action({ request }: ActionFunctionArgs) {
  return await ownFormAction(request, makeClaimForm, async ({ context, fields, now }) => {
    const refusal = await createClaim(context.affiliate, fields, now);
    return refusal ?? { ok: true as const };
  });
}

export default function OwnClaims() {
  return (
    <OwnClaimsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />
  );
}
