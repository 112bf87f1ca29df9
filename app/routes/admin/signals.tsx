import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signalsWire } from "#app/contracts/signals.ts";
import { encode } from "#app/contracts/wire.ts";
import { readSignals } from "#app/flows/reports/read-signals.ts";
import { todayIn } from "#app/http/payout-input.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { signalsQueryOf } from "#app/http/page-query.ts";
import { SignalsPage } from "#app/ui/admin/signals/signals-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("attributionReport", "reports");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, now } = context;
  const { query, fault } = signalsQueryOf(request);
  const signals = answered(await readSignals(shop, query, now));
  const { from, to } = signals.total;
  return {
    signals: encode(signalsWire, signals),
    today: todayIn(context),
    fault,
    exportUrl: `/dashboard/export/signals.csv?from=${from}&to=${to}&by=${signals.by}`,
  };
}

export default function Signals() {
  return <SignalsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.attributionReport")} />;
}
