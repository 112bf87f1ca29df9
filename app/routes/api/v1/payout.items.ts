import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { refuse } from "#app/domain/refusal.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { itemsAnswer } from "#app/http/payout-items-answer.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutItemListQuery,
  run: async ({ context, params, query }) => {
    const view = await readBatch(context.shopId, params["id"] ?? "");
    if (!view) return refuse("not-found", "There is no such payout");
    const { status, search } = query;
    return await itemsAnswer(context.shopId, { batchId: view.batch.batchId, status, search }, query);
  },
});
