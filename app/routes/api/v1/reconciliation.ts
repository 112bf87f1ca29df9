import { statementToWire } from "#app/contracts/provider-statement.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { compareAgain, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { apiRoute } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const view = await readProviderStatement(context.shopId, params["id"] ?? "");
    return isRefusal(view) ? view : statementToWire(view);
  },
});

/** Has it compared again with the payouts as they are now. */
export const action = apiRoute({
  need: "write",
  run: async ({ context, params }) => {
    const again = await compareAgain(context.shopId, params["id"] ?? "");
    if (isRefusal(again)) return again;
    const view = await readProviderStatement(context.shopId, params["id"] ?? "");
    return isRefusal(view) ? view : statementToWire(view);
  },
});
