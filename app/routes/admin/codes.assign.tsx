import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { assignCodeForm } from "#app/contracts/discount-forms.ts";
import { storeSearchQuery } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { assignNamedCode } from "#app/flows/codes/discount-codes.ts";
import { searchStore } from "#app/flows/codes/read-codes.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { parse } from "#app/http/parse.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { AssignPage } from "#app/ui/admin/codes/assign-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Assign existing code" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = parse(storeSearchQuery, Object.fromEntries(new URL(request.url).searchParams));
  const search = isRefusal(query) ? "" : query.search;
  const found = await searchStore(shop, search);
  return isRefusal(found) ? { search, found: [], fault: found.message } : { search, found, fault: null };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, assignCodeForm, ({ context, fields, now }) =>
    orFailed("Failed to assign the discount code", async () => {
      const by = { actor: context.actor, now };
      const refusal = await assignNamedCode(context.shop, fields.affiliateId, fields.code, by);
      return refusal ?? redirect(`/dashboard/affiliates/codes?search=${encodeURIComponent(fields.code)}`);
    }),
  );
}

export default function AssignCode() {
  return <AssignPage {...useLoaderData<typeof loader>()} refusal={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Assign existing code" message="Failed to fetch discounts" />;
}
