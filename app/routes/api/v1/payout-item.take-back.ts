import { cancelUnclaimedItem } from "#app/flows/payouts/cancel-unclaimed.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { itemAnswer, step } from "#app/http/payout-step.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

export const action = step(cancelUnclaimedItem, itemAnswer);
