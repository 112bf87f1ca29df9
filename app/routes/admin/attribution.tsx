import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { attributionForm, attributionWire } from "#app/contracts/attribution.ts";
import { encode } from "#app/contracts/wire.ts";
import { changeAttributionRules, readAttributionRules } from "#app/flows/attribution/rules.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { AttributionPage } from "#app/ui/admin/attribution/attribution-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("attribution", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { current, versions } = await readAttributionRules(shopId);
  return {
    current: encode(attributionWire, current),
    versions: versions.toReversed().map((one) => ({ ...encode(attributionWire, one), by: one.createdBy })),
    timeZone: shop.timeZone,
  };
}

/** Saves a new version of the rules. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, attributionForm, ({ context, fields }) =>
    orFailed("Failed to save the rules", async () => {
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
