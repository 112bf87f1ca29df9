import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { comparisonForm, comparisonRowsQuery, comparisonWire } from "#app/contracts/shadow.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { startComparison } from "#app/flows/imports/start-comparison.ts";
import { discardAudit, saveAuditReading } from "#app/flows/imports/upload-audit.ts";
import { readComparisonView } from "#app/http/comparisons.ts";
import { formAction } from "#app/http/form-action.ts";
import { localeOf } from "#app/http/locale.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { ComparisonPage } from "#app/ui/admin/shadow/comparison-page.tsx";
import { shadowText as t } from "#app/ui/admin/shadow/shadow-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("shadow", data?.comparison.fileName);

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, comparisonRowsQuery);
  const locale = localeOf(request) ?? "en-US";
  const comparison = await readComparisonView(shop, params["id"] ?? "", { ...query, locale, now });
  if (isRefusal(comparison)) throw refusalPage(comparison);
  return { comparison: encode(comparisonWire, comparison), currency: shop.currency };
}

const list = "/dashboard/programs/shadow";

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params["id"] ?? "";
  return await formAction(request, comparisonForm, ({ context, fields }) =>
    orFailed(t("actionFailed"), async () => {
      const here = redirect(`${list}/${id}`);
      if (fields.intent === "delete") {
        const gone = await discardAudit(context.shopId, id);
        return isRefusal(gone) ? gone : redirect(list);
      }
      if (fields.intent === "read") {
        const saved = await saveAuditReading(context, id, fields.choices);
        return isRefusal(saved) ? saved : here;
      }
      const started = await startComparison(context, id, fields.choices);
      return isRefusal(started) ? started : here;
    }),
  );
}

export default function Comparison() {
  return <ComparisonPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("title")} message={t("page.failed")} />;
}
