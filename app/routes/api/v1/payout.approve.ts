import { approvePayout } from "#app/flows/payouts/confirm-batch.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { payoutAnswer, step } from "#app/http/payout-step.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

export const action = step(approvePayout, payoutAnswer);
