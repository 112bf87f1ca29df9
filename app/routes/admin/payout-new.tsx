import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createPayoutForm, payoutPreviewQuery } from "#app/contracts/payout.ts";
import { payoutPreviewToWire } from "#app/contracts/payout-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { hasMailServer } from "#app/flows/affiliates/send-link.ts";
import { readPayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { createBatch } from "#app/flows/payouts/create-batch.ts";
import { previewBatch, readChosen } from "#app/flows/payouts/preview-batch.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { candidatesOf, previewFilterOf } from "#app/http/payout-input.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { NewPayoutPage } from "#app/ui/admin/payouts/new-payout-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "New payout" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, payoutPreviewQuery);
  const at = requestTime();
  const asked = candidatesOf(query, shop, at);
  const [preview, { settings, limits }, chosen] = await Promise.all([
    previewBatch(shopId, asked, previewFilterOf(query), at).then(answered),
    readPayoutSettings(shop, at),
    readChosen(shopId, asked.chosen ?? []),
  ]);
  const { page, limit, through = "" } = query;
  return {
    preview: payoutPreviewToWire(preview, { ...asked, page, limit }),
    choice: { method: asked.method, currency: asked.currency, through, chosen },
    currencies: limits.map((one) => one.currency),
    offered: settings.methods,
    totalMinor: String(preview.totals.amountMinor),
    canEmail: hasMailServer(),
    exportUrl: `/dashboard/payouts/preview.csv${new URL(request.url).search}`,
    fault: addressFaultOf(request, payoutPreviewQuery),
  };
}

/** Makes the batch that was previewed, and leads to its page. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, createPayoutForm, ({ context, fields, now }) =>
    orFailed("Failed to make the payout", async () => {
      const asked = candidatesOf(fields, context.shop, now);
      const { count, totalMinor } = fields;
      const by = { actor: context.actor, now };
      const id = await createBatch(context.shopId, asked, { count, totalMinor }, by);
      return isRefusal(id) ? id : redirect(`/dashboard/affiliates/payouts/${id}`);
    }),
  );
}

export default function NewPayout() {
  return <NewPayoutPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="New payout" message="Failed to fetch who can be paid" />;
}
