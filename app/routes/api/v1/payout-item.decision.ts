import { decideItems } from "#app/flows/payouts/decide-items.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { decisionStep, itemAnswer } from "#app/http/payout-step.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

export const action = decisionStep((shopId, id, ...said) => decideItems(shopId, [id], ...said), itemAnswer);
