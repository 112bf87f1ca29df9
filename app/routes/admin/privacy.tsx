import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dataRequestListQuery, dataRequestWire } from "#app/contracts/privacy.ts";
import { privacyForm } from "#app/contracts/shop.ts";
import { encode } from "#app/contracts/wire.ts";
import { pick, retentionNames } from "#app/domain/shop-settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { markDataRequestSent, readDataRequests } from "#app/flows/privacy/data-requests.ts";
import { readRetentionWarnings } from "#app/flows/privacy/read-retention.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { PrivacyPage } from "#app/ui/admin/settings/privacy-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("privacy", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const { page, limit, status } = listQueryOf(request, dataRequestListQuery);
  const [{ requests, total }, warnings] = await Promise.all([
    readDataRequests(shopId, { page, limit, status, now }).then(answered),
    readRetentionWarnings(shop),
  ]);
  return {
    periods: pick(shop, retentionNames),
    warnings,
    requests: requests.map((one) => encode(dataRequestWire, one)),
    isNarrowed: status !== undefined,
    pagination: { page, limit, total },
    fault: addressFaultOf(request, dataRequestListQuery),
    now: now.toISOString(),
    timeZone: shop.timeZone,
  };
}

/** Saves the retention periods, or that a customer got the answer. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, privacyForm, async ({ context, fields }) => {
    const { intent } = fields;
    if (fields.intent === "hand-over") {
      const handed = await markDataRequestSent(context, fields.id);
      return isRefusal(handed) ? handed : { ok: true as const, intent };
    }
    const saved = await changeSettings(context, pick(fields, retentionNames));
    return isRefusal(saved) ? saved : { ok: true as const, intent };
  });
}

export default function Privacy() {
  return <PrivacyPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.privacy")} />;
}
