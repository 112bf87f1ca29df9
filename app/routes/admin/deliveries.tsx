import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  deliveriesForm,
  deliveryListQuery,
  deliveryWire,
  orderNamedIn,
  sweepWire,
} from "#app/contracts/delivery.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  dismissDelivery,
  readFailedDeliveries,
  retryAllDeliveries,
  retryDelivery,
} from "#app/flows/intake/failed-deliveries.ts";
import { readSweeps, startSweep } from "#app/flows/intake/start-sweep.ts";
import { readFailedEmails, retryFailedEmail } from "#app/flows/shops/failed-emails.ts";
import { waitingClicks } from "#app/flows/tracking/click-spool.ts";
import { deliveryNameOf } from "#app/http/delivery-id.ts";
import { deliveryWords, sweepWords } from "#app/http/stored-failures.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { DeliveriesPage } from "#app/ui/admin/settings/deliveries-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("failedDeliveries", "health", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, deliveryListQuery);
  const [{ deliveries, total }, emails, sweeps, clicks] = await Promise.all([
    readFailedDeliveries(shopId, { ...query, findOrder: orderNamedIn }).then(answered),
    readFailedEmails(shopId),
    readSweeps(shopId, now),
    waitingClicks(),
  ]);
  return {
    deliveries: deliveries.map((one) => encode(deliveryWire, deliveryWords(one))),
    pagination: { ...query, total },
    fault: addressFaultOf(request, deliveryListQuery),
    emails: emails.map(({ lastFailedAt, ...email }) => ({
      ...email,
      lastFailedAt: lastFailedAt.toISOString(),
    })),
    sweeps: sweeps.map((one) => encode(sweepWire, sweepWords(one))),
    clicks,
    timeZone: shop.timeZone,
  };
}

/** Retries deliveries or an email, dismisses a delivery, or looks for missed orders. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, deliveriesForm, async ({ context, fields }) => {
    if (fields.intent === "retry-all") {
      return { ok: true as const, retried: await retryAllDeliveries(context) };
    }
    if (fields.intent === "sweep") {
      const begun = await startSweep(context);
      return isRefusal(begun) ? begun : { ok: true as const };
    }
    if (fields.intent === "retry-email") {
      return (await retryFailedEmail(context, fields.id)) ?? { ok: true as const, retried: 1 };
    }
    const name = deliveryNameOf(fields.id);
    if (isRefusal(name)) return name;
    if (fields.intent === "dismiss") {
      return (await dismissDelivery(context, name)) ?? { ok: true as const, dismissed: 1 };
    }
    return (await retryDelivery(context, name)) ?? { ok: true as const, retried: 1 };
  });
}

export default function Deliveries() {
  return <DeliveriesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.failedDeliveries")} />;
}
