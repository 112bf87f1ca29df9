import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reportViewForm, reportViewWire } from "#app/contracts/report-view.ts";
import { encode } from "#app/contracts/wire.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { reportForPage } from "#app/http/report-page.ts";
import { changeView } from "#app/http/report-view-change.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { readReportViews } from "#app/flows/reports/report-views.ts";
import { ReportsPage } from "#app/ui/admin/reports/reports-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("reports");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, now } = await requireShop(request, { as: "page" });
  const [shown, views] = await Promise.all([reportForPage(shop, request, now), readReportViews(shop.shopId)]);
  return {
    shown,
    views: views.map((one) => encode(reportViewWire, one)),
    exportUrl: `/dashboard/export/reports.csv${new URL(request.url).search}`,
  };
}

/** The forms of saved views, distinguished by `intent`. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, reportViewForm, (input) =>
    orFailed(merchantTexts("failures")("report.saveView"), () => changeView(input)),
  );
}

export default function Reports() {
  return <ReportsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.reports")} />;
}
