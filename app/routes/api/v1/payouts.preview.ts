import { isRefusal } from "#app/domain/refusal.ts";
import { payoutPreviewQuery } from "#app/contracts/payout.ts";
import { payoutPreviewToWire } from "#app/contracts/payout-to-wire.ts";
import { previewBatch } from "#app/flows/payouts/preview-batch.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";
import { candidatesOf, previewFilterOf } from "#app/http/payout-input.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutPreviewQuery,
  run: async ({ context, query, now }) => {
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const asked = candidatesOf(query, context.shop, now);
    const preview = await previewBatch(context.shopId, asked, previewFilterOf(query), now);
    if (isRefusal(preview)) return preview;
    return payoutPreviewToWire(preview, { ...asked, page: query.page, limit: query.limit });
  },
});
