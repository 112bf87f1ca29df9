import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { isSetupFault } from "#app/contracts/setup-fault.ts";
import { readVersionOfPage } from "#app/flows/reports/read-version.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop, type ShopContext } from "#app/http/require-shop.server.ts";
import { userOf } from "#app/http/signed-in-user.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { countApplications } from "#app/store/applications.ts";
import { countClaims } from "#app/store/claims.ts";
import { countCommissionRows } from "#app/store/commission-list.ts";
import { countOpenFlags } from "#app/store/flags.ts";
import { countPayouts } from "#app/store/payouts.ts";
import { AdminFrame } from "#app/ui/admin/frame/admin-frame.tsx";
import { RouteFault } from "#app/ui/shared/route-fault.tsx";
import { useOneShop } from "#app/ui/shared/browser-session.ts";
import type { WaitingCounts } from "#app/ui/shared/frame/menus.ts";
import { useLive } from "#app/ui/shared/use-live.ts";

export const headers = pageHeaders;

/** Every page counts what needs the merchant, and the menus show at most "99+". */
const mostCounted = 100;

/** Differs from every version, so the first one received reloads the page. */
const unheard = "";

/** The signed-in user, and the shop whose currency and days every admin page shows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { domain, currency, timeZone } = context.shop;
  const [settled, waiting] = await Promise.all([
    readVersionOfPage(context.shopId, context.now),
    countWaiting(context),
  ]);
  const version = settled ?? unheard;
  return {
    user: userOf(context),
    shop: { domain, currency, timeZone },
    version,
    waiting,
  };
}

/** Null if the counts can't be read. Otherwise no page could say what it couldn't fetch itself. */
async function countWaiting({ shopId, now }: ShopContext): Promise<WaitingCounts | null> {
  try {
    const [applications, claims, commissions, flags, payouts] = await Promise.all([
      countApplications(db(), shopId, { status: "new" }, mostCounted),
      countClaims(db(), shopId, { status: "open" }),
      countCommissionRows(db(), shopId, { status: "to_approve" }, { cap: mostCounted, now }),
      countOpenFlags(db(), shopId, mostCounted),
      countPayouts(db(), shopId, { view: "needs-attention" }),
    ]);
    return { applications, claims, commissions, flags, payouts };
  } catch (error) {
    log.error("The menu's counts could not be read", { shopId, ...describeError(error) });
    return null;
  }
}

export default function AdminLayout() {
  const { user, shop, version, waiting } = useLoaderData<typeof loader>();
  useLive(version);
  useOneShop(shop.domain);
  return (
    <AdminFrame user={user} waiting={waiting}>
      <Outlet />
    </AdminFrame>
  );
}

const noUser = { name: "", email: null, shop: "" };

export function ErrorBoundary() {
  const error = useRouteError();
  // The frame would keep asking with tokens that can't be verified.
  return isRouteErrorResponse(error) && isSetupFault(error.data) ? <RouteFault /> : <FailedPage />;
}

/** Shows an error inside the frame, so navigation still works, and reloads once the data is available. */
function FailedPage() {
  useLive(unheard);
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout");
  return (
    <AdminFrame user={data?.user ?? noUser} waiting={null}>
      <RouteFault />
    </AdminFrame>
  );
}
