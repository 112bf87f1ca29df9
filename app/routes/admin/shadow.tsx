import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { comparisonHeadWire, shadowForm, shadowWire } from "#app/contracts/shadow.ts";
import { encode } from "#app/contracts/wire.ts";
import { importLimits } from "#app/domain/imports/import-reading.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { uploadAudit } from "#app/flows/imports/upload-audit.ts";
import { goLive, stateNoBalances } from "#app/flows/shadow/go-live.ts";
import { startShadow } from "#app/flows/shadow/start-shadow.ts";
import { readComparisonList, readShadowView } from "#app/http/comparisons.ts";
import { plainFileName } from "#app/http/file-name.ts";
import { formAction, uploadAction } from "#app/http/form-action.ts";
import { momentOf, suggestedMoment } from "#app/http/live-moment.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { ShadowPage } from "#app/ui/admin/shadow/shadow-page.tsx";
import { shadowText as t } from "#app/ui/admin/shadow/shadow-text.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction = () => pageTitle("shadow", "programs");

export const headers: HeadersFunction = pageHeaders;

const megabytes = importLimits.csv.bytes / 1_000_000;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const [shadow, comparisons] = await Promise.all([readShadowView(shopId, now), readComparisonList(shopId)]);
  return {
    shadow: encode(shadowWire, shadow),
    comparisons: comparisons.map((one) => encode(comparisonHeadWire, one)),
    timeZone: shop.timeZone,
    moment: suggestedMoment(shadow, shop.timeZone, now),
    megabytes,
  };
}

/** Starts shadow mode, goes live, or takes an export to compare. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.headers.get("Content-Type")?.startsWith("multipart/") === true) {
    return await uploadAction(request, { megabytes }, ({ context, fileName, bytes }) =>
      orFailed(t("uploadFailed"), async () => {
        const file = { bytes, fileName: plainFileName(fileName), purpose: "comparison" } as const;
        const id = await uploadAudit(context, file);
        return isRefusal(id) ? id : redirect(`/dashboard/programs/shadow/${id}`);
      }),
    );
  }
  return await formAction(request, shadowForm, ({ context, fields }) =>
    orFailed(t("actionFailed"), async () => {
      const done = { ok: true, intent: fields.intent } as const;
      if (fields.intent === "start") {
        const started = await startShadow(context);
        return isRefusal(started) ? started : done;
      }
      if (fields.intent === "none") {
        const stated = await stateNoBalances(context);
        return isRefusal(stated) ? stated : done;
      }
      const at = fields.when === "now" ? null : momentOf(fields, context.shop.timeZone);
      if (isRefusal(at)) return at;
      const live = await goLive(context, at);
      return isRefusal(live) ? live : done;
    }),
  );
}

export default function Shadow() {
  return <ShadowPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("title")} message={t("failed")} />;
}
