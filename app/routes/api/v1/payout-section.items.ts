import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { itemsAnswer } from "#app/http/payout-items-answer.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutItemListQuery,
  run: async ({ context, params, query }) => {
    const batch = await readBatch(context.shopId, params["id"] ?? "");
    if (isRefusal(batch)) return batch;
    const { status, search } = query;
    return await itemsAnswer(context.shopId, { batchId: batch.batchId, status, search }, query);
  },
});
