import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { payoutDetailWire, payoutForm } from "#app/contracts/payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { countCommissionsOf } from "#app/flows/commissions/read-commissions.ts";
import { cancelSection, cancelPayout } from "#app/flows/payouts/cancel-section.ts";
import { approvePayout, confirmPayout, retrySection } from "#app/flows/payouts/confirm-section.ts";
import { needsAnotherPerson } from "#app/flows/payouts/payout-views.ts";
import { readSection, readPayoutDetail } from "#app/flows/payouts/read-payouts.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { payoutDetailInWords } from "#app/http/payout-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { sectionPageOf } from "#app/http/section-page.ts";
import { PayoutPage } from "#app/ui/admin/payouts/payout-page.tsx";
import { payoutText as t } from "#app/ui/admin/payouts/payout-text.ts";
import { payoutHistory, payoutName } from "#app/ui/admin/payouts/payout-words.ts";
import { SectionPage } from "#app/ui/admin/payouts/section-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("payouts", shown && payoutName(shown.payout, shown.timeZone));

export const headers: HeadersFunction = pageHeaders;

/** A payout with its sections, or its only section. The URL of a section redirects to its page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId } = context;
  const id = params["id"] ?? "";
  const view = await readPayoutDetail(shopId, id);
  if (!view) {
    const section = await readSection(shopId, id);
    if (isRefusal(section)) throw data(t("payout.missing"), { status: 404 });
    throw redirect(`/dashboard/affiliates/payouts/${section.payoutId}/sections/${section.sectionId}`, 301);
  }
  const { id: payoutId, sections } = view.payout;
  const [only, ...others] = sections;
  const place = { payoutId, sectionId: only?.id ?? "" };
  const page = only && others.length === 0 ? await sectionPageOf(context, request, place) : null;
  const alone = page && { ...page, history: payoutHistory(page.history) };
  return {
    payout: encode(payoutDetailWire, payoutDetailInWords(view.payout)),
    commissionCount: page?.commissionCount ?? (await countCommissionsOf(shopId, payoutId, context.now)),
    alone,
    // The page of the list is in the URL, as on every page with a list.
    ...(alone && { pagination: alone.pagination, fault: alone.fault }),
    totals: sections.map(({ id: section, planned }) => ({
      section,
      totalMinor: String(planned.total.minor),
    })),
    staffCount: view.staffCount,
    isConfirmer: needsAnotherPerson(sections, context.actor),
    history: payoutHistory(view.history),
    timeZone: shop.timeZone,
  };
}

/** Names of the texts of each form's result. */
const forms = {
  confirm: "confirm",
  approve: "confirm",
  cancel: "cancel",
  cancelSection: "cancel",
  retry: "retry",
} as const;

/** The forms of the page, distinguished by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, payoutForm, (input) =>
    orFailed(t(`failed.${forms[input.fields.intent]}`), async () => {
      const refusal = await changeByIntent(params["id"] ?? "", input);
      return refusal ?? { ok: true as const, text: t(`done.${forms[input.fields.intent]}`) };
    }),
  );
}

type PayoutFields = z.output<typeof payoutForm>;

function changeByIntent(id: string, { context, fields }: FormInput<PayoutFields>): Promise<Refusal | null> {
  switch (fields.intent) {
    case "confirm":
      return confirmPayout(context, id, fields.expected);
    case "approve":
      return approvePayout(context, id);
    case "cancel":
      return cancelPayout(context, id);
    case "cancelSection":
      return cancelSection(context, fields.section);
    case "retry":
    default:
      return retrySection(context, fields.section);
  }
}

export default function Payout() {
  const { alone, ...page } = useLoaderData<typeof loader>();
  if (!alone) return <PayoutPage {...page} />;
  const { staffCount, isConfirmer } = page;
  return <SectionPage {...alone} {...{ staffCount, isConfirmer }} skipped={page.payout.skipped} isAlone />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("payout.title")} message={t("payout.failed")} />;
}
