import { isRefusal } from "#app/domain/refusal.ts";
import type { BatchView } from "#app/flows/codes/batch-view.ts";
import { readDiscount } from "#app/flows/codes/read-codes.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";

/** A list of codes with its stored failures in a merchant's words. */
export function wordedBatch(batch: BatchView): BatchView {
  const failed = batch.failed.map((one) => ({ ...one, message: storedMessage(one.message) }));
  return { ...batch, error: batch.error === null ? null : storedMessage(batch.error), failed };
}

/** A discount with its notices in a merchant's words. */
export function wordedDiscount<Discount extends { readonly notice: string | null }>(
  discount: Discount,
): Discount {
  const notice = discount.notice?.split("\n").map(storedMessage).join("\n") ?? null;
  return { ...discount, notice };
}

/** One discount with its batches, in a merchant's words. */
export async function readWordedDiscount(...of: Parameters<typeof readDiscount>) {
  const discount = await readDiscount(...of);
  if (isRefusal(discount)) return discount;
  return { ...wordedDiscount(discount), batches: discount.batches.map(wordedBatch) };
}
