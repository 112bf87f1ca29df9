import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ownDetailsForm, typedAccountOf } from "#app/contracts/payout-details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { enterDetails, sendConfirmationAgain } from "#app/flows/affiliates/enter-details.ts";
import { chooseReminders } from "#app/flows/affiliates/read-details.ts";
import { withdrawDetails } from "#app/flows/affiliates/withdraw-details.ts";
import { ownDetailsOf } from "#app/http/portal-pages.ts";
import { ownFormAction } from "#app/http/own-form.server.ts";
import { portalLanguage } from "#app/http/portal-language.server.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { OwnDetailsPage } from "#app/ui/portal/own-details-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("details.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireAffiliate(request);
  const kind = new URL(request.url).searchParams.get("kind");
  const language = portalLanguage(request, context);
  return await ownDetailsOf(context, { kind, language, now: requestTime() });
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request }: ActionFunctionArgs) {
  return await ownFormAction(request, ownDetailsForm, async ({ context, fields, now }) => {
    const by = { ...context, now };
    if (fields.intent === "enter") return emailed(await enterDetails(typedAccountOf(fields), by));
    if (fields.intent === "send-again") return emailed(await sendConfirmationAgain(by));
    if (fields.intent === "withdraw") {
      return (await withdrawDetails(context.affiliate, fields.details, now)) ?? done("withdrawn");
    }
    await chooseReminders(context.affiliate, { wanted: fields.wanted === "yes", now });
    return done("reminders");
  });
}

const done = (what: "emailed" | "withdrawn" | "reminders") => ({ ok: true as const, what });

function emailed(result: Awaited<ReturnType<typeof enterDetails>>) {
  return isRefusal(result) ? result : done("emailed");
}

export default function OwnDetails() {
  return (
    <OwnDetailsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />
  );
}
