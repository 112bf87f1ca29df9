import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pointingListQuery, productAssignmentsForm, productAssignmentWire } from "#app/contracts/pointing.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  assignProduct,
  readProductAssignments,
  takeProduct,
} from "#app/flows/attribution/product-assignments.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { ProductAssignmentsPage } from "#app/ui/admin/attribution/product-assignments-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("products", "attribution", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, page, limit, search, status } = listQueryOf(request, pointingListQuery);
  const [{ owners, total }, affiliate] = await Promise.all([
    readProductAssignments(shopId, { search, status, affiliateId, page, limit }).then(answered),
    chosenAffiliate(shop, affiliateId),
  ]);
  return {
    products: owners.map((one) => encode(productAssignmentWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, pointingListQuery),
    affiliate,
    timeZone: shop.timeZone,
  };
}

/** Adds or ends a product assignment. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, productAssignmentsForm, ({ context, fields }) =>
    orFailed(merchantTexts("assignments")("of.products.failed"), async () => {
      const { intent } = fields;
      const done =
        fields.intent === "give"
          ? await assignProduct(context, { productId: fields.productId, affiliate: fields.affiliateId })
          : await takeProduct(context, fields.id);
      return isRefusal(done) ? done : { ok: true as const, intent };
    }),
  );
}

export default function ProductAssignments() {
  return <ProductAssignmentsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.products")} />;
}
