import { decideBatch } from "#app/flows/payouts/decide-items.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { decisionStep, sectionAnswer } from "#app/http/payout-step.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

export const action = decisionStep(decideBatch, sectionAnswer);
