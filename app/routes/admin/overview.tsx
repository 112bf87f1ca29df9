import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dashboardStatsWire, performanceWire } from "#app/contracts/dashboard.ts";
import { trackingForm, trackingWire } from "#app/contracts/tracking.ts";
import { encode, money } from "#app/contracts/wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { readDashboard } from "#app/flows/reports/read-dashboard.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { requestPixelCheck } from "#app/flows/storefront/switch-on-pixel.ts";
import { readTracking } from "#app/flows/storefront/read-tracking.ts";
import { chosenAffiliate, chosenProgram } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { performanceForPage } from "#app/http/performance.ts";
import { writerFor } from "#app/http/explained.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { userOf } from "#app/http/signed-in-user.ts";
import { type ExplanationWriter, reasonWords } from "#app/i18n/reason-words.ts";
import { db } from "#app/platform/db.server.ts";
import { countDataRequests } from "#app/store/data-requests.ts";
import { findProof } from "#app/store/ledger-book.ts";
import { listEmailFailures } from "#app/store/email-failures.ts";
import { countFailedDeliveries } from "#app/store/failed-deliveries.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";
import type { TestOrderShown } from "#app/ui/admin/dashboard/setup-guide.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("dashboard");

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId } = context;
  const { now } = context;
  const tracking = await readTracking(shop);
  const [{ performance, fault, today }, toDo, found, ...problems] = await Promise.all([
    performanceForPage(shop, request, now),
    readToDo(shopId, now),
    readDashboard(shop, { embedSeen: tracking.embed.seenAt !== null }),
    countFailedDeliveries(db(), shopId),
    listEmailFailures(db(), shopId),
    findProof(db(), shopId),
    countDataRequests(db(), shopId, { status: "due-soon", now }),
  ]);
  if (isRefusal(found)) throw new Response(found.message, { status: refusalStatus(found) });
  const { stats, sales, steps, testOrderId } = found;
  const [deliveries, emails, proof, dataRequests] = problems;
  const [affiliate, program] = await Promise.all([
    chosenAffiliate(shop, performance.affiliate ?? undefined),
    chosenProgram(shop, performance.program),
  ]);
  return {
    stats: encode(dashboardStatsWire, stats),
    performance: encode(performanceWire, performance),
    fault,
    today,
    affiliate,
    program,
    toDo: isRefusal(toDo) ? toDo.message : toDo,
    sales: sales.map(({ net, placedAt, ...sale }) => ({
      orderId: sale.orderId,
      name: sale.name,
      affiliateName: sale.affiliateName,
      placedAt: placedAt.toISOString(),
      net: encode(money, net),
    })),
    steps,
    testOrder: testOrderId === null ? null : await testOrderOf(shopId, testOrderId, writerFor(request, shop)),
    tracking: encode(trackingWire, tracking),
    problems: { deliveries, emails: emails.length, differences: proof?.differenceCount ?? 0, dataRequests },
    user: userOf(context),
    timeZone: shop.timeZone,
  };
}

async function testOrderOf(
  shopId: ShopId,
  orderId: string,
  writer: ExplanationWriter,
): Promise<TestOrderShown | null> {
  const found = await readExplanation(shopId, orderId);
  if (isRefusal(found) || !found.ifCounted) return null;
  const { ifCounted, order } = found;
  const amount = encode(money, ifCounted.totals.current);
  return { orderId, name: order.name, amount, reason: reasonWords(ifCounted.reason, writer) };
}

/** Starts a job that asks Shopify about the pixel again, because the answer may take long. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, trackingForm, async ({ context }) => {
    await requestPixelCheck(context.shopId);
    return { ok: true as const };
  });
}

export function ErrorBoundary() {
  return <FetchFault title="Dashboard" message="Failed to fetch the dashboard's figures" />;
}

export default function Overview() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
