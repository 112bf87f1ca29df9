import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { moneyToWire } from "#app/contracts/to-wire.ts";
import { countSetAside } from "#app/flows/inbox/set-aside.ts";
import { countDifferences } from "#app/flows/orders/prove-books.ts";
import { readDashboard } from "#app/flows/reports/read-dashboard.ts";
import { countFailedMails } from "#app/flows/shops/failed-mails.ts";
import { statsOf } from "#app/http/dashboard-wire.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { userOf } from "#app/http/user-wire.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";

export const meta: MetaFunction = () => [{ title: "Dashboard" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId } = context;
  const [{ stats, sales, steps }, deliveries, mails, differences] = await Promise.all([
    readDashboard(shop),
    countSetAside(shopId),
    countFailedMails(shopId),
    countDifferences(shopId),
  ]);
  return {
    stats: statsOf(stats),
    sales: sales.map(({ net, placedAt, ...sale }) => ({
      orderId: sale.orderId,
      name: sale.name,
      affiliateName: sale.affiliateName,
      placedAt: placedAt.toISOString(),
      net: moneyToWire(net.minor, net.currency),
    })),
    steps,
    problems: { deliveries, mails, differences },
    user: userOf(context),
    timeZone: shop.timeZone,
  };
}

export default function Overview() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
