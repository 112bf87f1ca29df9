import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { applicationListQuery, applicationsForm, applicationWire } from "#app/contracts/application.ts";
import { encode } from "#app/contracts/wire.ts";
import { decideApplications, noteApplication } from "#app/flows/affiliates/decide-applications.ts";
import { readApplications, readApplicationInbox } from "#app/flows/affiliates/read-applications.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { chosenProgram } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { joinPagesUrl } from "#app/http/joining.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { ApplicationsPage } from "#app/ui/admin/applications/applications-page.tsx";
import { isOnlyDrawer } from "#app/ui/shared/drawer-address.ts";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { changedWords } from "#app/http/refusal-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("applications");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const {
    status = "new",
    program: programId,
    page,
    limit,
    search,
  } = listQueryOf(request, applicationListQuery);
  const [{ applications, total }, inbox, program] = await Promise.all([
    readApplications(shopId, { filter: { status, programId, search }, page, limit }).then(answered),
    readApplicationInbox(shopId),
    chosenProgram(shop, programId),
  ]);
  return {
    applications: applications.map((one) => encode(applicationWire, one)),
    pagination: { page, limit, total },
    program,
    fault: addressFaultOf(request, applicationListQuery),
    hasAny: inbox.hasAny,
    programs: inbox.programs,
    reapplyDays: Object.fromEntries(inbox.reapplyDays) as Record<string, number>,
    joinUrl: inbox.isOpen && hasEmailServer() ? joinPagesUrl(shop) : null,
    timeZone: shop.timeZone,
  };
}

/** Decides the selected applications, or saves the note of one. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, applicationsForm, ({ context, fields }) =>
    orFailed(merchantTexts("applications")("list.saveFailed"), async () => {
      const { shopId } = context;
      if (fields.intent === "note") {
        const refusal = await noteApplication(shopId, fields.id, fields.note);
        return refusal ?? { ok: true as const, intent: fields.intent };
      }
      const { intent, ...decision } = fields;
      const decided = changedWords(await decideApplications(context, decision));
      const status = decision.decision === "approve" ? "approved" : "declined";
      return { ok: true as const, intent, status, ...decided };
    }),
  );
}

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  return isOnlyDrawer(currentUrl.search, nextUrl.search) ? false : defaultShouldRevalidate;
}

export default function Applications() {
  return <ApplicationsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.applications")} />;
}
