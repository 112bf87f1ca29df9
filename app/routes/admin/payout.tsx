import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { batchBooksToWire } from "#app/contracts/batch-books.ts";
import { payoutForm, payoutItemListQuery } from "#app/contracts/payout.ts";
import { payoutDetailToWire, payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { cancelBatch } from "#app/flows/payouts/cancel-batch.ts";
import { approveBatch, confirmBatch, retryBatch } from "#app/flows/payouts/confirm-batch.ts";
import { readBatchBooks } from "#app/flows/payouts/read-batch-books.ts";
import { readBatch, readItems } from "#app/flows/payouts/read-batches.ts";
import { readParts } from "#app/flows/payouts/read-parts.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { partToWire } from "#app/http/payout-parts-wire.ts";
import { todayIn } from "#app/http/payout-decision.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { PayoutPage } from "#app/ui/admin/payouts/payout-page.tsx";
import { payoutHistoryText } from "#app/ui/admin/payouts/payout-words.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Payout" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const view = await readBatch(shopId, params["id"] ?? "");
  if (!view) throw data("There is no such payout", { status: 404 });
  const { batch, staffCount, history } = view;
  const { page, limit, status, search } = listQueryOf(request, payoutItemListQuery);
  const filter = { batchId: batch.batchId, status, search };
  const [{ items, total }, parts, books] = await Promise.all([
    readItems(shopId, filter, { page, limit }).then(answered),
    readParts(shopId, batch),
    readBatchBooks(shopId, batch.batchId),
  ]);
  return {
    payout: payoutDetailToWire(view),
    totalMinor: String(batch.totalMinor),
    items: items.map(payoutItemToWire),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, payoutItemListQuery),
    parts: { total: parts.total, shown: parts.parts.map(partToWire) },
    books: isRefusal(books) ? null : batchBooksToWire(books),
    today: todayIn(shop.timeZone),
    staffCount,
    history: history.map((event) => ({
      id: event.auditId,
      text: payoutHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
    timeZone: shop.timeZone,
  };
}

const failures = {
  confirm: "Failed to confirm the payout",
  approve: "Failed to approve the payout",
  cancel: "Failed to cancel the payout",
  retry: "Failed to try again",
};

const done = {
  confirm: "Payout confirmed",
  approve: "Payout approved",
  cancel: "Payout is being taken back",
  retry: "Tried again",
};

/** The forms of the page, told apart by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, payoutForm, (input) =>
    orFailed(failures[input.fields.intent], async () => {
      const refusal = await run(params["id"] ?? "", input);
      return refusal ?? { ok: true as const, text: done[input.fields.intent] };
    }),
  );
}

type Fields = z.output<typeof payoutForm>;

function run(id: string, { context, fields, now }: FormInput<Fields>): Promise<Refusal | null> {
  const { shopId, actor } = context;
  const by = { actor, now };
  if (fields.intent === "confirm") return confirmBatch(shopId, id, fields, by);
  if (fields.intent === "approve") return approveBatch(shopId, id, by);
  return fields.intent === "cancel" ? cancelBatch(shopId, id, by) : retryBatch(shopId, id, by);
}

export default function Payout() {
  return <PayoutPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Payout" message="Failed to fetch the payout" />;
}
