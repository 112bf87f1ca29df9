import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newOwnLinkForm, utmOfForm } from "#app/contracts/link-forms.ts";
import { linkListQuery, linkWire } from "#app/contracts/link.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { linkPlacesOf } from "#app/flows/links/link-fields.ts";
import { readLinkChoices, readLinks } from "#app/flows/links/read-links.ts";
import { addressStartOf } from "#app/http/link-page.ts";
import { ownFormAction } from "#app/http/own-form.server.ts";
import { ownActor, requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { OwnLinksPage } from "#app/ui/portal/own-links-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("links.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, affiliate } = await requireAffiliate(request);
  const { shopId, affiliateId } = affiliate;
  const { page, limit, search } = listQueryOf(request, linkListQuery);
  const [{ links, total }, choices] = await Promise.all([
    readLinks(shop, { filter: { affiliateId, search }, page, limit }).then(answered),
    readLinkChoices(shopId, affiliateId),
  ]);
  return {
    links: links.map((one) => encode(linkWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, linkListQuery),
    search: search ?? "",
    code: affiliate.referralCode,
    places: linkPlacesOf(shop),
    choices: { codes: choices.codes, programs: null },
    addressStart: addressStartOf(shop),
    timeZone: shopInfoOf(shop).timeZone,
  };
}

/** Creates a link, always for the signed-in affiliate. */
export async function action({ request }: ActionFunctionArgs) {
  return await ownFormAction(request, newOwnLinkForm, async ({ context, fields, now }) => {
    const { shop, affiliate } = context;
    const input = { ...fields, utm: utmOfForm(fields) };
    const by = { actor: ownActor(affiliate), now };
    const linkId = await createLink({ shop, ...by }, affiliate.affiliateId, input);
    return isRefusal(linkId) ? linkId : redirect(`/portal/links/${linkId}`);
  });
}

export default function OwnLinks() {
  return (
    <OwnLinksPage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>() ?? null} />
  );
}
