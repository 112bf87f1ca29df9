import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { newLinkForm, utmOfForm } from "#app/contracts/link-forms.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliateNamed } from "#app/flows/affiliates/read-affiliates.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { formAction } from "#app/http/form-action.ts";
import { addressStartOf } from "#app/http/link-page.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { NewLinkPage } from "#app/ui/admin/links/new-link-page.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("links", t("titles.createLink"));

export const headers: HeadersFunction = pageHeaders;

/**
 * `?affiliate=` fills in the affiliate, for the link on an affiliate's page. The page requests codes and programs again
 * when another affiliate is chosen.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = new URL(request.url).searchParams.get("affiliate");
  const [{ programs }, affiliate] = await Promise.all([
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
    asked === null ? null : readAffiliateNamed(shop, asked),
  ]);
  const known = affiliate && !isRefusal(affiliate) ? affiliate : null;
  const ofShop = programs.map(({ id, name }) => ({ id, name }));
  return {
    affiliate: known && { id: known.id, name: known.name, email: known.email },
    choices: { codes: [...(known?.discountCodes ?? [])], programs: [...(known?.programs ?? ofShop)] },
    addressStart: addressStartOf(shop),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, newLinkForm, ({ context, fields }) =>
    orFailed(merchantTexts("links")("create.failed"), async () => {
      const input = { ...fields, utm: utmOfForm(fields) };
      const linkId = await createLink(context, fields.affiliateId, input);
      return isRefusal(linkId) ? linkId : redirect(`/dashboard/affiliates/links/${linkId}`);
    }),
  );
}

export default function NewLink() {
  return <NewLinkPage {...useLoaderData<typeof loader>()} refusal={usePageAnswer<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.createLink")} message={merchantText("links")("create.loadFailed")} />;
}
