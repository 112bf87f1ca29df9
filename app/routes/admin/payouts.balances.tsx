import { messageOf } from "#app/i18n/fault-words.ts";
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { missedMinimumsWire, owedQuery, owedTotalWire, owedWire } from "#app/contracts/balances.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readMinimumsNotReached } from "#app/flows/payouts/read-pending-balance.ts";
import { readBalances } from "#app/flows/payouts/read-balances.ts";
import { owedAskedOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { BalancesPage } from "#app/ui/admin/payouts/balances-page.tsx";
import { payoutText as t } from "#app/ui/admin/payouts/payout-text.ts";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("balances", "payouts");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, owedQuery);
  const { page, limit } = query;
  const asked = owedAskedOf(query);
  const found = await readBalances(shop, asked, { page, limit, now });
  const { owed, totals, total } = isRefusal(found) ? { owed: [], totals: [], total: 0 } : found;
  const asOf = query.asOf ?? null;
  // Minimums are compared with today's balances.
  const compared = asOf === null ? owed : [];
  const missed = await readMinimumsNotReached(
    shop.shopId,
    compared.map((one) => one.affiliate.id),
  );
  return {
    balances: owed.map((one) => encode(owedWire, one)),
    totals: totals.map((one) => encode(owedTotalWire, one)),
    asOf,
    missedMinimums: encode(missedMinimumsWire, missed),
    currency: query.currency ?? null,
    late: isRefusal(found) ? messageOf(found.reason) : null,
    pagination: { page, limit, total },
    fault: addressFaultOf(request, owedQuery),
    timeZone: shop.timeZone,
  };
}

export default function PayoutBalances() {
  return <BalancesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.balances")} message={t("balances.failed")} />;
}
