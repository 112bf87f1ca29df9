import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { affiliateListQuery, affiliateRowWire } from "#app/contracts/affiliate.ts";
import { affiliatesForm } from "#app/contracts/affiliate-forms.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeManyStatuses } from "#app/flows/affiliates/change-status.ts";
import { readAffiliate, readAffiliateRows } from "#app/flows/affiliates/read-affiliates.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { affiliatesAskedBy } from "#app/http/list-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { listTags } from "#app/store/tags.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { resendInvitations } from "#app/flows/affiliates/send-invitation.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { AffiliatesPage } from "#app/ui/admin/affiliates/affiliates-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { changedWords } from "#app/http/refusal-words.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("affiliates");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = { ...listQueryOf(request, affiliateListQuery), cursor: undefined };
  const asked = affiliatesAskedBy(query, shop.timeZone);
  if (isRefusal(asked)) throw new Error(asked.reason.code);
  const invitedId = new URL(request.url).searchParams.get("invited");
  const [{ affiliates, total }, tags, program, invited] = await Promise.all([
    readAffiliateRows(shop, asked).then(answered),
    listTags(db(), shop.shopId),
    query.program === undefined ? null : readProgram(shop, query.program),
    invitedId === null ? null : readAffiliate(shop, invitedId),
  ]);
  return {
    affiliates: affiliates.map((one) => encode(affiliateRowWire, one)),
    pagination: { page: query.page, limit: query.limit, total },
    timeZone: shop.timeZone,
    tags: tags.map(({ tag }) => tag),
    program: program && !isRefusal(program) ? program.name : null,
    fault: addressFaultOf(request, affiliateListQuery),
    invited: invited && !isRefusal(invited) ? { id: invited.id } : null,
  };
}

/** One status for the selected affiliates, or a new invitation. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, affiliatesForm, ({ context, fields }) =>
    orFailed(merchantTexts("affiliates")("list.statusFailed"), async () => {
      if (fields.status === "invited") {
        return {
          ok: true as const,
          status: fields.status,
          ...changedWords(await resendInvitations(context, fields.ids)),
        };
      }
      const asked = { affiliateIds: fields.ids, status: fields.status, reason: fields.note };
      const result = changedWords(await changeManyStatuses(context, asked));
      return { ok: true as const, status: fields.status, ...result };
    }),
  );
}

export default function Affiliates() {
  return <AffiliatesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("affiliates");
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
