import { isRefusal } from "#app/domain/refusal.ts";
import { payoutPreviewQuery } from "#app/contracts/payout.ts";
import { payoutPreviewToWire } from "#app/contracts/payout-to-wire.ts";
import { previewPayout } from "#app/flows/payouts/preview-batch.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";
import { choiceOf, previewFilterOf } from "#app/http/payout-input.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutPreviewQuery,
  run: async ({ context, query, now }) => {
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const choice = choiceOf(query, context.shop, now);
    if (isRefusal(choice)) return choice;
    const preview = await previewPayout(context.shop, choice, previewFilterOf(query), now);
    if (isRefusal(preview)) return preview;
    const { page, limit } = query;
    return payoutPreviewToWire(preview, { cutoffAt: choice.cutoffAt, page, limit });
  },
});
