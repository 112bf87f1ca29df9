import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownLinkForm } from "#app/contracts/link-forms.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeLink, linkPageOf } from "#app/http/link-page.ts";
import { ownActor, requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { ownFormAction } from "#app/http/own-form.server.ts";
import { requestTime } from "#app/http/request-time.ts";
import { refusalPage } from "#app/http/respond.ts";
import { OwnLinkPage } from "#app/ui/portal/own-link-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? [{ title: data.link.name }] : titleIn(matches, "portal", (t) => t("links.link"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, affiliate } = await requireAffiliate(request);
  const named = { linkId: params["id"] ?? "", owner: affiliate.affiliateId };
  const page = await linkPageOf(shop, named, requestTime());
  if (isRefusal(page)) throw refusalPage(page);
  // Changes by the store's staff are not shown to affiliates.
  const { history: _staff, choices, ...shown } = page;
  return { ...shown, choices: { codes: choices.codes, programs: null } };
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await ownFormAction(request, ownLinkForm, async ({ context, fields, now }) => {
    const { shop, affiliate } = context;
    const named = { linkId: params["id"] ?? "", owner: affiliate.affiliateId };
    return await changeLink(named, fields, { shop, actor: ownActor(affiliate), now });
  });
}

export default function OwnLink() {
  return <OwnLinkPage {...useLoaderData<typeof loader>()} />;
}
