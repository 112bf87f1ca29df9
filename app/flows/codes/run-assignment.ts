import type { Acting } from "#app/domain/context.ts";
import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, reasonAsText } from "#app/domain/refusal.ts";
import type { PlatformDiscount } from "#app/gateways/shopify/discount-answer.ts";
import { findDiscountByCode, readRedeemCodes } from "#app/gateways/shopify/discounts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { codesByKey } from "#app/store/codes.ts";
import { findBatch, keepDiscount, noteBatch, type BatchCode, type CodeBatch } from "#app/store/discounts.ts";
import { findShop } from "#app/store/shops.ts";
import { askPlatform } from "./ask-platform.ts";
import { giveCode } from "./code-parts.ts";

/** Codes looked up between two saves. After a crash the next try looks up at most this many again. */
const codesAtOnce = 50;
/** Shopify returns this many codes of a discount per page. */
const codesOfPage = 250;

/**
 * Looks up each code of a list in the store and assigns it to its affiliate. After a crash it continues with
 * the rest.
 */
export async function runAssignment(
  payload: { shopId: string; batchId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const [shop, batch] = await Promise.all([findShop(db(), shopId), findBatch(db(), shopId, payload.batchId)]);
  if (!shop || !batch || batch.finishedAt) return;
  const known: DiscountsByCode = { byCode: new Map(), whole: new Set() };
  let { codes } = batch;
  for (;;) {
    const waiting = codes.filter((one) => one.state === "waiting");
    if (waiting.length === 0) break;
    const wanted = waiting.slice(0, codesAtOnce);
    const asked = await askPlatform(() =>
      learnDiscounts(shop.domain, known, { wanted, left: waiting.length }),
    );
    if (isRefusal(asked)) {
      // Shopify would refuse a rejected request again, so the batch fails. Without an answer, the job retries.
      if (asked.refused !== "not-possible") throw new Error(asked.reason.code);
      const failed = { status: "failed", error: reasonAsText(asked.reason), finishedAt: now() } as const;
      await noteBatch(db(), shopId, batch.batchId, failed);
      return;
    }
    codes = await saveAssignments({ ...batch, codes }, asked.answer, { actor: systemActor, now: now() });
  }
  await noteBatch(db(), shopId, batch.batchId, { status: "done", finishedAt: now() });
}

type DiscountsByCode = {
  /** Discounts of the store by lower-cased code. */
  readonly byCode: Map<string, PlatformDiscount>;
  /** Discounts whose codes were all read. */
  readonly whole: Set<string>;
};
type CodesToFind = { readonly wanted: readonly BatchCode[]; readonly left: number };

/** Looks up the discounts of these codes, one after the other because of Shopify's rate limit. */
async function learnDiscounts(
  domain: string,
  { byCode, whole }: DiscountsByCode,
  { wanted, left }: CodesToFind,
) {
  for (const { code } of wanted) {
    if (byCode.has(code.toLowerCase())) continue;
    // oxlint-disable-next-line no-await-in-loop
    const discount = await findDiscountByCode(domain, code);
    if (!discount) continue;
    const { discountId, codesCount } = discount;
    byCode.set(code.toLowerCase(), discount);
    // If reading the discount's whole list takes fewer requests than the codes left, they are likely in it, so
    // read it.
    if (codesCount <= 1 || codesCount / codesOfPage > left || whole.has(discountId)) continue;
    whole.add(discountId);
    // oxlint-disable-next-line no-await-in-loop
    const all = (await readRedeemCodes(domain, discountId)) ?? [];
    for (const one of all) byCode.set(one.code.toLowerCase(), discount);
  }
  return byCode;
}

async function saveAssignments(
  batch: CodeBatch,
  found: ReadonlyMap<string, PlatformDiscount>,
  by: Acting,
): Promise<readonly BatchCode[]> {
  const { shopId, batchId } = batch;
  const wanted = new Set(batch.codes.filter((one) => one.state === "waiting").slice(0, codesAtOnce));
  return await inTransaction(async (tx) => {
    const kept = new Set<string>();
    const codes: BatchCode[] = [];
    for (const one of batch.codes) {
      if (!wanted.has(one)) {
        codes.push(one);
        continue;
      }
      const discount = found.get(one.code.toLowerCase());
      if (discount && !kept.has(discount.discountId)) {
        await keepDiscount(tx, shopId, discount, { now: by.now, notice: null });
        kept.add(discount.discountId);
      }
      codes.push({ ...one, ...(await assignFoundCode(tx, batch, { one, discount, by })) });
    }
    await noteBatch(tx, shopId, batchId, { status: "running", codes });
    return codes;
  });
}

type CodeToAssign = {
  readonly one: BatchCode;
  readonly discount: PlatformDiscount | undefined;
  readonly by: Acting;
};

/** Assigns a code that the store has. A code that the affiliate has already counts as assigned. */
async function assignFoundCode(
  tx: Tx,
  { shopId }: CodeBatch,
  { one, discount, by }: CodeToAssign,
): Promise<Pick<BatchCode, "state" | "message">> {
  if (!discount) return { state: "failed", message: reasonAsText({ code: "code_without_discount" }) };
  const { affiliateId, code } = one;
  const { discountId } = discount;
  const isGiven = await giveCode(tx, shopId, { affiliateId, code, discountId }, by);
  const [owner] = isGiven ? [] : await codesByKey(tx, shopId, [code.toLowerCase()]);
  return isGiven || owner?.affiliateId === affiliateId
    ? { state: "made", message: null }
    : { state: "failed", message: reasonAsText({ code: "code_taken" }) };
}
