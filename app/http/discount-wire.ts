import { batchToWire, discountToWire } from "#app/contracts/discount-to-wire.ts";
import type { makeDiscountBody, addCodesBody } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readDiscountView } from "#app/flows/codes/read-codes.ts";
import type { z } from "zod";
import type { ShopContext } from "./require-shop.server.ts";

/** A discount with what is being made for it, or the refusal where there is none. */
export async function discountView({ shop, shopId }: ShopContext, discountId: string) {
  const view = await readDiscountView(shopId, discountId);
  if (isRefusal(view)) return view;
  return { ...discountToWire(view, shop.currency), batches: view.batches.map(batchToWire) };
}

/** A body in the two parts that the flows take: the discount, and who gets codes of it. */
export function discountAsked(body: z.output<typeof makeDiscountBody>) {
  const { template, affiliateIds, programId, ...draft } = body;
  return { draft, wanted: codesWanted({ template, affiliateIds, programId }) };
}

export function codesWanted({ template, affiliateIds, programId }: z.output<typeof addCodesBody>) {
  return { template, affiliateIds, programId };
}
