import { retryBatch } from "#app/flows/payouts/confirm-batch.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { sectionAnswer, step } from "#app/http/payout-step.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

export const action = step(retryBatch, sectionAnswer);
