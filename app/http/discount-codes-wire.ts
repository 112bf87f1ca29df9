import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { OwnedCode } from "#app/flows/codes/discount-codes.ts";

/** An affiliate's discount codes as the API says them. */
export function discountCodesOf(codes: readonly OwnedCode[] | Refusal) {
  if (isRefusal(codes)) return codes;
  return {
    codes: codes.map(({ code, assignedAt, endsAt }) => ({
      code,
      assignedAt: assignedAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    })),
  };
}
