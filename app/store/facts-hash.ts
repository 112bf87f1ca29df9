import { canonicalText } from "../domain/plain.ts";
import { hashToken } from "../platform/crypto.server.ts";

/** What an order's facts are known again by: equal for equal facts, whether they were read or stand as they are kept. */
export function hashOfFacts(facts: unknown): string {
  return hashToken(canonicalText(facts));
}
