import { handOverBody } from "#app/contracts/payout-steps.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { handOverFile, readFile } from "#app/flows/payouts/bank-files.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { bankFileResponse } from "#app/http/bank-file-response.ts";
import { partAnswer } from "#app/http/payout-step.ts";

/** The accounts stand in it in clear: whoever may only read does not get it. */
export const loader = apiRoute({
  need: "write",
  run: async ({ context, params }) => {
    const file = await readFile(context.shopId, params["id"] ?? "");
    return isRefusal(file) ? file : bankFileResponse(file);
  },
});

const handOver = apiRoute({
  need: "write",
  body: handOverBody,
  run: async ({ context, params, body, now }) => {
    const { shopId, actor } = context;
    const chunkId = params["id"] ?? "";
    const refusal = await handOverFile(shopId, { chunkId, ...body }, { actor, now });
    return refusal ?? (await partAnswer(shopId, chunkId));
  },
});

export function action(args: Parameters<typeof handOver>[0]) {
  return args.request.method === "POST" ? handOver(args) : methodNotAllowed("GET", "POST");
}
