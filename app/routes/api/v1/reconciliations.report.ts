import { statementToWire } from "#app/contracts/provider-statement.ts";
import { reportBody } from "#app/contracts/reconciliation.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { takeReport } from "#app/flows/payouts/read-report.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export function loader() {
  return methodNotAllowed("POST");
}

export const action = apiRoute({
  need: "write",
  body: reportBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const taken = await takeReport(context.shop, body, { actor: context.actor, now });
    if (isRefusal(taken)) return taken;
    const view = await readProviderStatement(context.shopId, taken.statementId);
    return isRefusal(view) ? view : statementToWire(view);
  },
});
