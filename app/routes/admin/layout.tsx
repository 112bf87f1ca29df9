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
import { requireShop } from "#app/http/require-shop.server.ts";
import { countWaiting } from "#app/http/waiting-counts.ts";
import { userOf } from "#app/http/signed-in-user.ts";
import { AdminFrame } from "#app/ui/admin/frame/admin-frame.tsx";
import { useVitals } from "#app/ui/admin/frame/use-vitals.ts";
import { RouteFault } from "#app/ui/shared/route-fault.tsx";
import { useOneShop } from "#app/ui/shared/browser-session.ts";
import { useLive } from "#app/ui/shared/use-live.ts";

export const headers = pageHeaders;

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

export default function AdminLayout() {
  const { user, shop, version, waiting } = useLoaderData<typeof loader>();
  useLive(version);
  useOneShop(shop.domain);
  useVitals();
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
