import { merchantTexts } from "#app/i18n/texts.ts";
import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addCommissionForm } from "#app/contracts/commission-handling.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { addCommission, newCommissionId } from "#app/flows/commissions/add-commission.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { AddCommissionPage } from "#app/ui/admin/commissions/add-commission-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("commissions", t("titles.addCommission"));

export const headers: HeadersFunction = pageHeaders;

/** `?affiliate=` fills in the affiliate, for the link on an affiliate's page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, now } = await requireShop(request, { as: "page" });
  const asked = new URL(request.url).searchParams.get("affiliate");
  const [{ programs }, affiliate] = await Promise.all([
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
    asked === null ? null : readAffiliate(shop, asked),
  ]);
  return {
    programs: programs.map(({ id, name }) => ({ id, name })),
    affiliate:
      affiliate && !isRefusal(affiliate)
        ? { id: affiliate.id, name: affiliate.name, email: affiliate.email }
        : null,
    currency: shop.currency,
    commissionId: newCommissionId(now),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, addCommissionForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("commission.add"), async () => {
      const { affiliateId: affiliate, ...asked } = fields;
      const id = await addCommission(context, { ...asked, affiliate });
      return isRefusal(id) ? id : redirect(`/dashboard/affiliates/commissions/${id}`);
    }),
  );
}

export default function AddCommission() {
  const shown = useLoaderData<typeof loader>();
  return <AddCommissionPage {...shown} refusal={usePageAnswer<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.addCommission")} />;
}
