import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { needsAnotherPerson } from "#app/flows/payouts/payout-views.ts";
import { readPayoutDetail } from "#app/flows/payouts/read-payouts.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { sectionPageOf } from "#app/http/section-page.ts";
import { payoutText as t } from "#app/ui/admin/payouts/payout-text.ts";
import { payoutHistory, sectionName } from "#app/ui/admin/payouts/payout-words.ts";
import { SectionPage } from "#app/ui/admin/payouts/section-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("payouts", shown && sectionName(shown.section, shown.timeZone));

export const headers: HeadersFunction = pageHeaders;

/** A section of a payout with several sections. A single section is shown at the payout's own URL. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const [payoutId = "", sectionId = ""] = [params["id"], params["sectionId"]];
  const detail = await readPayoutDetail(context.shopId, payoutId);
  const page = detail && (await sectionPageOf(context, request, { payoutId, sectionId }));
  if (!detail || !page) throw data(t("payout.missing"), { status: 404 });
  if (detail.payout.sections.length === 1) {
    return redirect(`/dashboard/affiliates/payouts/${payoutId}${new URL(request.url).search}`);
  }
  const { staffCount } = detail;
  const isConfirmer = needsAnotherPerson(detail.payout.sections, context.actor);
  return { ...page, history: payoutHistory(page.history), staffCount, isConfirmer };
}

export default function PayoutSection() {
  return <SectionPage {...useLoaderData<typeof loader>()} isAlone={false} skipped={[]} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("payout.title")} message={t("payout.failed")} />;
}
