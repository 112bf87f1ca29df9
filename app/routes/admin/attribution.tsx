import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attributionForm, attributionWire } from "#app/contracts/attribution.ts";
import { encode } from "#app/contracts/wire.ts";
import { readLifetimeCustomers } from "#app/flows/attribution/lifetime-customers.ts";
import { readProductAssignments } from "#app/flows/attribution/product-assignments.ts";
import { changeAttributionRules, readAttributionRules } from "#app/flows/attribution/rules.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { AttributionPage } from "#app/ui/admin/attribution/attribution-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("attribution", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const firstRow = { status: "active", page: 1, limit: 1 } as const;
  const [{ current, versions }, { total: customers }, { total: products }] = await Promise.all([
    readAttributionRules(shopId),
    readLifetimeCustomers(shopId, firstRow).then(answered),
    readProductAssignments(shopId, firstRow).then(answered),
  ]);
  return {
    counts: { customers, products },
    current: encode(attributionWire, current),
    versions: versions.toReversed().map((one) => ({ ...encode(attributionWire, one), by: one.createdBy })),
    timeZone: shop.timeZone,
  };
}

/** Saves a new version of the rules. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, attributionForm, ({ context, fields }) =>
    orFailed(merchantTexts("attribution")("failed"), async () => {
      await changeAttributionRules(context, fields);
      return { ok: true as const };
    }),
  );
}

export default function Attribution() {
  return <AttributionPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.attribution")} />;
}
