import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { healthForm } from "#app/contracts/shop.ts";
import { trackingWire } from "#app/contracts/tracking.ts";
import { encode } from "#app/contracts/wire.ts";
import { readTracking } from "#app/flows/storefront/read-tracking.ts";
import { requestPixelCheck } from "#app/flows/storefront/switch-on-pixel.ts";
import { runChecks } from "#app/flows/health/run-checks.ts";
import { readVitals } from "#app/flows/health/vitals.ts";
import { sendTestEmail } from "#app/flows/health/send-test-email.ts";
import { proxiesOf } from "#app/http/embedded.server.ts";
import { trackingWords } from "#app/http/stored-failures.ts";
import { healthWords } from "#app/http/health-words.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refuse } from "#app/domain/refusal.ts";
import { HealthPage } from "#app/ui/admin/settings/health-page.tsx";
import { SpeedSection } from "#app/ui/admin/settings/speed-section.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("health", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor, shop, shopId, domain, now } = await requireShop(request, { as: "page" });
  const { email } = actor;
  const tracking = encode(trackingWire, trackingWords(await readTracking(shop, now)));
  const speed = await readVitals(shop, now);
  const page = { email, tracking, speed, timeZone: shop.timeZone };
  // The page fetches the checks from its own route after rendering. The router may not know a separate route yet when a
  // live update reloads it, and would answer 404.
  if (!new URL(request.url).searchParams.has("checks")) return { ...page, checks: [] };
  const asked = { shop: { shopId, domain }, now, proxies: proxiesOf(request), config: null };
  return { ...page, checks: healthWords(await runChecks(asked)) };
}

/** Sends a test email to the signed-in person, or asks Shopify about the pixel again in a job, because it may take long. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, healthForm, async ({ context: { actor, shopId }, fields }) => {
    if (fields.intent === "switch-on-pixel") {
      await requestPixelCheck(shopId);
      return { ok: true as const };
    }
    if (actor.email === null) return refuse("not-possible", { code: "no_own_address" });
    return (await sendTestEmail(actor.email)) ?? { ok: true as const, to: actor.email };
  });
}

export default function Health() {
  const { email, tracking, speed, timeZone } = useLoaderData<typeof loader>();
  return (
    <HealthPage email={email} tracking={tracking} timeZone={timeZone}>
      <SpeedSection vitals={speed} />
    </HealthPage>
  );
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.health")} />;
}
