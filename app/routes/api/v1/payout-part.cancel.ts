import { cancelChunk } from "#app/flows/payouts/chunk-actions.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { partAnswer, step } from "#app/http/payout-step.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

export const action = step(cancelChunk, partAnswer);
