import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { closedPeriodsQuery, closedPeriodWire, closeMonthBody } from "#app/contracts/ledger.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { closeMonth, readClosedPeriods } from "#app/flows/ledger/close-period.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { ClosedPeriodsPage } from "#app/ui/admin/proof/closed-periods-page.tsx";
import { merchantTexts } from "#app/i18n/texts.ts";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("closedPeriods", "ledger", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, closedPeriodsQuery);
  const { periods, total, next } = answered(await readClosedPeriods(shop, { ...query, now }));
  return {
    periods: periods.map((one) => encode(closedPeriodWire, one)),
    next,
    pagination: { ...query, total },
    fault: addressFaultOf(request, closedPeriodsQuery),
    timeZone: shop.timeZone,
  };
}

/** Closes a month for good. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, closeMonthBody, ({ context, fields }) =>
    orFailed(merchantTexts("ledger")("periods.closeFailed"), async () => {
      const closed = await closeMonth(context, fields.month);
      return isRefusal(closed) ? closed : { ok: true as const, month: closed.month };
    }),
  );
}

export default function ClosedPeriods() {
  return <ClosedPeriodsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return (
    <FetchFault title={frameText("pages.closedPeriods")} message={merchantText("ledger")("periods.failed")} />
  );
}
