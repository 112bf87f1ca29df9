import { confirmPayoutBody } from "#app/contracts/payout.ts";
import { confirmPayout } from "#app/flows/payouts/confirm-batch.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { payoutAnswer } from "#app/http/payout-step.ts";

const confirm = apiRoute({
  need: "write",
  body: confirmPayoutBody,
  run: async ({ context, params, body, now }) => {
    const { shopId, actor } = context;
    const id = params["id"] ?? "";
    const refusal = await confirmPayout(shopId, id, body.expected, { actor, now });
    return refusal ?? (await payoutAnswer(shopId, id));
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof confirm>[0]) {
  return args.request.method === "POST" ? confirm(args) : methodNotAllowed("POST");
}
