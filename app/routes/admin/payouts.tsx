import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { payoutListQuery, payoutWire } from "#app/contracts/payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { shadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { readPayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { needsAnotherPerson } from "#app/flows/payouts/payout-views.ts";
import { readPayouts } from "#app/flows/payouts/read-payouts.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { payoutInWords } from "#app/http/payout-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { countPayouts } from "#app/store/payouts.ts";
import { findShadow } from "#app/store/shadow.ts";
import { PayoutsPage } from "#app/ui/admin/payouts/payouts-page.tsx";
import { payoutText as t } from "#app/ui/admin/payouts/payout-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("payouts");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, actor, now } = await requireShop(request, { as: "page" });
  const { page, limit, cursor: _cursor, ...filter } = listQueryOf(request, payoutListQuery);
  const [{ payouts, total }, waiting, { limits }, shadow] = await Promise.all([
    readPayouts(shopId, filter, { page, limit }).then(answered),
    countPayouts(db(), shopId, { view: "needs-attention" }),
    readPayoutSettings(shop, now),
    findShadow(db(), shopId),
  ]);
  return {
    payouts: payouts.map((one) => encode(payoutWire, payoutInWords(one))),
    confirmedByViewer: payouts.filter((one) => needsAnotherPerson(one.sections, actor)).map(({ id }) => id),
    waiting,
    currencies: limits.map((one) => one.currency),
    pagination: { page, limit, total },
    phase: shadowPhase(shadow, now),
    fault: addressFaultOf(request, payoutListQuery),
    timeZone: shop.timeZone,
  };
}

export default function Payouts() {
  return <PayoutsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
