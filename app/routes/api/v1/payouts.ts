import { createPayoutBody, payoutListQuery } from "#app/contracts/payout.ts";
import { payoutToWire } from "#app/contracts/payout-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createBatch } from "#app/flows/payouts/create-batch.ts";
import { readBatches } from "#app/flows/payouts/read-batches.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { candidatesOf, sumOf } from "#app/http/payout-input.ts";
import { payoutAnswer } from "#app/http/payout-step.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutListQuery,
  run: async ({ context, query }) => {
    const { page, limit, cursor: _cursor, ...filter } = query;
    const below = positionOf(query);
    if (isRefusal(below)) return below;
    const found = await readBatches(context.shopId, filter, { page, limit, below });
    if (isRefusal(found)) return found;
    const { batches, total, last } = found;
    return {
      payouts: batches.map(payoutToWire),
      pagination: { page, limit, total },
      nextCursor: nextCursor(last),
    };
  },
});

const create = apiRoute({
  need: "write",
  body: createPayoutBody,
  status: 202,
  run: async ({ context, body, now }) => {
    const asked = candidatesOf(body, context.shop, now);
    const seen = sumOf(body.expected, asked.currency);
    if (isRefusal(seen)) return seen;
    const id = await createBatch(context.shopId, asked, seen, { actor: context.actor, now });
    if (isRefusal(id)) return id;
    return await payoutAnswer(context.shopId, id);
  },
});

export function action(args: Parameters<typeof create>[0]) {
  return args.request.method === "POST" ? create(args) : methodNotAllowed("GET", "POST");
}
