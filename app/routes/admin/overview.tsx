import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { moneyToWire } from "#app/contracts/to-wire.ts";
import { readDashboard } from "#app/flows/reports/read-dashboard.ts";
import { statsOf } from "#app/http/dashboard-wire.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { userOf } from "#app/http/user-wire.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";

export const meta: MetaFunction = () => [{ title: "Dashboard" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { stats, sales, steps } = await readDashboard(context.shop);
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
    user: userOf(context),
    timeZone: context.shop.timeZone,
  };
}

export default function Overview() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
