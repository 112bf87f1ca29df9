import type { z } from "zod";
import type { addCodesBody, makeDiscountBody } from "#app/contracts/discount.ts";

/** A body in the two parts that the flows take: the discount, and who gets codes of it. */
export function discountAsked(body: z.output<typeof makeDiscountBody>) {
  const { template, affiliateIds, programId, ...draft } = body;
  return { draft, wanted: codesWanted({ template, affiliateIds, programId }) };
}

export function codesWanted({ template, affiliateIds, programId }: z.output<typeof addCodesBody>) {
  return { template, affiliateIds, programId };
}
