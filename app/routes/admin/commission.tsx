import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { commissionDetailToWire } from "#app/contracts/commission-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { CommissionPage } from "#app/ui/admin/commissions/commission-page.tsx";

export const meta: MetaFunction = () => [{ title: "Commission" }];

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const found = await readCommission(shopId, params["id"] ?? "", requestTime());
  if (isRefusal(found)) throw new Response(found.message, { status: refusalStatus(found) });
  return { commission: commissionDetailToWire(found), timeZone: shop.timeZone };
}

export default function Commission() {
  return <CommissionPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Commission" message="Failed to fetch commission" />;
}
