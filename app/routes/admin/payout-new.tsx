import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  createPayoutForm,
  payoutPreviewQuery,
  payoutPreviewRowWire,
  payoutPreviewWire,
} from "#app/contracts/payout.ts";
import { encode, money } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { shadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { readPayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { readPendingBalance } from "#app/flows/payouts/read-pending-balance.ts";
import { createPayout, newConfirmationKey, sectionsOfPreview } from "#app/flows/payouts/create-payout.ts";
import { previewRowOf, previewViewOf } from "#app/flows/payouts/payout-views.ts";
import { previewPayout, readChosenAffiliates } from "#app/flows/payouts/preview-section.ts";
import { chosenProgram } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { choiceOf, pageChoiceOf, previewFilterOf } from "#app/http/payout-input.ts";
import { previewInWords, previewRowInWords } from "#app/http/payout-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { findShadow } from "#app/store/shadow.ts";
import { PayPage } from "#app/ui/admin/payouts/pay-page.tsx";
import { payoutText } from "#app/ui/admin/payouts/payout-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("payouts", t("titles.pay"));

export const headers: HeadersFunction = pageHeaders;

const nothingPending = { pending: [], nextApproval: null };

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, payoutPreviewQuery);
  const choice = pageChoiceOf(query, shop, now);
  const filter = { ...previewFilterOf(query), show: query.status ?? ("payable" as const) };
  const [preview, { limits }, chosen, program] = await Promise.all([
    previewPayout(shop, choice, filter, now).then(answered),
    readPayoutSettings(shop, now),
    readChosenAffiliates(shopId, choice.chosen ?? []),
    chosenProgram(shop, query.program ?? null),
  ]);
  const { page, limit, through = "", method = "", minimum = "" } = query;
  const isNobodyPaid = preview.currencies.every((one) => one.count === 0);
  const { pending, nextApproval } = isNobodyPaid ? await readPendingBalance(shopId, now) : nothingPending;
  const usual = limits.find((one) => one.currency === shop.currency)?.minimumMinor ?? 0n;
  return {
    preview: encode(payoutPreviewWire, {
      cutoffAt: choice.cutoffAt,
      ...previewInWords(previewViewOf(preview)),
      pagination: { page, limit, total: preview.total },
    }),
    fixable: preview.fixable.map((one) => encode(payoutPreviewRowWire, previewRowInWords(previewRowOf(one)))),
    choice: { method, through, minimum, chosen, program },
    usualMinimum: encode(money, { minor: usual, currency: shop.currency }),
    pending: pending.map((one) => encode(money, one)),
    nextApproval: nextApproval?.toISOString() ?? null,
    expected: sectionsOfPreview(preview)
      .map((one) => `${one.method} ${one.currency} ${one.count} ${one.totalMinor}`)
      .join(","),
    confirmationKey: newConfirmationKey(),
    canEmail: hasEmailServer(),
    phase: shadowPhase(await findShadow(db(), shopId), now),
    fault: addressFaultOf(request, payoutPreviewQuery),
    timeZone: shop.timeZone,
  };
}

/** Creates the previewed payout, once per key, and redirects to its page. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, createPayoutForm, ({ context, fields }) =>
    orFailed(payoutText("pay.failedToCreate"), async () => {
      const choice = choiceOf(fields, context.shop, context.now);
      if (isRefusal(choice)) return choice;
      const { key, expected } = fields;
      const id = await createPayout(context, choice, { key, expected });
      return isRefusal(id) ? id : redirect(`/dashboard/affiliates/payouts/${id}`);
    }),
  );
}

export default function PayAffiliates() {
  return <PayPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={payoutText("pay.title")} message={payoutText("pay.failed")} />;
}
