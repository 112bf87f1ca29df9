import type { ShopId } from "#app/domain/ids.ts";
import { type AffiliateRefusal, refuse } from "#app/domain/refusal.ts";
import { isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import { findProgram } from "#app/store/programs.ts";

export const emailTaken = refuse("conflict", { code: "email_taken" }, "email");
const codeTaken = refuse("conflict", { code: "referral_code_taken" }, "referralCode");

/** The refusal for a violated unique index of affiliates, if that was the error. */
export function takenRefusal(error: unknown): AffiliateRefusal | undefined {
  if (isUniqueViolation(error, "affiliates_email")) return emailTaken;
  return isUniqueViolation(error, "affiliates_code") ? codeTaken : undefined;
}

/** The first of these ids that the shop has no program for. */
export async function firstUnknownProgram(
  tx: Tx,
  shopId: ShopId,
  ids: readonly string[],
): Promise<string | undefined> {
  for (const id of ids) {
    if (!(await findProgram(tx, shopId, id))) return id;
  }
  return undefined;
}

/** True if another transaction took the address or the suggested code meanwhile. A second attempt sees it. */
export function isTakenMeanwhile(error: unknown): boolean {
  return isUniqueViolation(error, "affiliates_code") || isUniqueViolation(error, "affiliates_email");
}
