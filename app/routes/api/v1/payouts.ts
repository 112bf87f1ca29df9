import { createPayoutBody, payoutListQuery } from "#app/contracts/payout.ts";
import { payoutToWire } from "#app/contracts/payout-to-wire.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { createPayout } from "#app/flows/payouts/create-payout.ts";
import { readPayouts } from "#app/flows/payouts/read-batches.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { choiceOf } from "#app/http/payout-input.ts";
import { payoutAnswer } from "#app/http/payout-step.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutListQuery,
  run: async ({ context, query }) => {
    const { page, limit, cursor: _cursor, ...filter } = query;
    const below = positionOf(query);
    if (isRefusal(below)) return below;
    const found = await readPayouts(context.shopId, filter, { page, limit, below });
    if (isRefusal(found)) return found;
    const { payouts, total, last } = found;
    return {
      payouts: payouts.map(payoutToWire),
      pagination: { page, limit, total },
      nextCursor: nextCursor(last),
    };
  },
});

const keyMissing = refuse(
  "invalid",
  "Send an Idempotency-Key header, so that a repeated request pays once",
  "Idempotency-Key",
);

const create = apiRoute({
  need: "write",
  body: createPayoutBody,
  status: 202,
  run: async ({ context, body, request, now }) => {
    const key = request.headers.get("Idempotency-Key");
    if (key === null) return keyMissing;
    const choice = choiceOf(body, context.shop, now);
    if (isRefusal(choice)) return choice;
    const { expected } = body;
    const by = { actor: context.actor, now };
    const id = await createPayout(context.shop, choice, { key, expected }, by);
    return isRefusal(id) ? id : await payoutAnswer(context.shopId, id);
  },
});

export function action(args: Parameters<typeof create>[0]) {
  return args.request.method === "POST" ? create(args) : methodNotAllowed("GET", "POST");
}
