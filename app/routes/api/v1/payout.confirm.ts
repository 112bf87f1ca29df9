import { confirmPayoutBody } from "#app/contracts/payout.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { confirmBatch } from "#app/flows/payouts/confirm-batch.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { sumOf } from "#app/http/payout-input.ts";
import { payoutAnswer } from "#app/http/payout-step.ts";

const confirm = apiRoute({
  need: "write",
  body: confirmPayoutBody,
  run: async ({ context, params, body, now }) => {
    const { shopId, actor } = context;
    const id = params["id"] ?? "";
    const view = await readBatch(shopId, id);
    if (!view) return refuse("not-found", "There is no such payout");
    const seen = sumOf(body.expected, view.batch.currency);
    if (isRefusal(seen)) return seen;
    const refusal = await confirmBatch(shopId, id, seen, { actor, now });
    return refusal ?? (await payoutAnswer(shopId, id));
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof confirm>[0]) {
  return args.request.method === "POST" ? confirm(args) : methodNotAllowed("POST");
}
