import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { healthForm } from "#app/contracts/health.ts";
import { sendTestEmail } from "#app/flows/health/send-test-email.ts";
import { formAction } from "#app/http/form-action.ts";
import { testEmailLimit } from "#app/http/health-limits.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { tooManyMessage } from "#app/http/rate-limit.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refuse } from "#app/domain/refusal.ts";
import { HealthPage } from "#app/ui/admin/settings/health-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Health" }];

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireShop(request, { as: "page" });
  return { email: actor.email };
}

/** Sends the person who asks a test email. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, healthForm, async ({ context: { shopId, actor }, now }) => {
    if (actor.email === null) return refuse("not-possible", "An API key has no email address");
    if (testEmailLimit(shopId, now.getTime()) > 0) return refuse("unavailable", tooManyMessage);
    return (await sendTestEmail(actor.email)) ?? { ok: true as const, to: actor.email };
  });
}

export default function Health() {
  return <HealthPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Health" message="Couldn't load the health checks." />;
}
