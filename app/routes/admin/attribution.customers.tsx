import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { bindingsForm, boundCustomerWire, pointingListQuery } from "#app/contracts/pointing.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  addLifetimeCustomer,
  endLifetimeCustomer,
  readLifetimeCustomers,
} from "#app/flows/attribution/lifetime-customers.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { LifetimeCustomersPage } from "#app/ui/admin/attribution/lifetime-customers-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("customers", "attribution", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const {
    page,
    limit,
    search: email,
    affiliate: affiliateId,
    status,
  } = listQueryOf(request, pointingListQuery);
  const [{ bindings, total }, affiliate] = await Promise.all([
    readLifetimeCustomers(shopId, { email, affiliateId, status, page, limit }).then(answered),
    chosenAffiliate(shop, affiliateId),
  ]);
  return {
    customers: bindings.map((one) => encode(boundCustomerWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, pointingListQuery),
    affiliate,
    timeZone: shop.timeZone,
  };
}

/** Adds or ends a lifetime customer. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, bindingsForm, ({ context, fields }) =>
    orFailed(merchantTexts("assignments")("of.customers.failed"), async () => {
      const { intent } = fields;
      const done =
        fields.intent === "bind"
          ? await addLifetimeCustomer(context, { email: fields.email, affiliate: fields.affiliateId })
          : await endLifetimeCustomer(context, fields.id);
      return isRefusal(done) ? done : { ok: true as const, intent };
    }),
  );
}

export default function LifetimeCustomers() {
  return <LifetimeCustomersPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.customers")} />;
}
