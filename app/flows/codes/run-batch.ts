import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readRedeemCodes } from "#app/gateways/shopify/discounts.ts";
import { addCodes, codesAtOnce, readCreation, type CreatedCode } from "#app/gateways/shopify/redeem-codes.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findBatch, noteBatch, type BatchCode, type CodeBatch } from "#app/store/discounts.ts";
import { findShop } from "#app/store/shops.ts";
import { giveCode } from "./code-parts.ts";
import { reasonAsText } from "#app/domain/refusal.ts";

type BatchClock = { readonly now: () => Date; readonly pause: () => Promise<void> };

/** Polls of Shopify for 250 codes. If it takes longer, the job's next try asks again. */
const mostLooks = 150;

/**
 * Creates the codes of a batch, 250 at a time. After a crash it continues with the codes that were not
 * recorded. Shopify reports those that it had created as taken, so they are looked up.
 */
export async function runCodeBatch(
  payload: { shopId: string; batchId: string },
  clocks: BatchClock,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const [shop, batch] = await Promise.all([findShop(db(), shopId), findBatch(db(), shopId, payload.batchId)]);
  if (!shop || !batch || batch.finishedAt) return;
  let codes = batch.codes;
  for (;;) {
    const wanted = codes.filter((one) => one.state === "waiting").slice(0, codesAtOnce);
    if (wanted.length === 0) break;
    const made = await createSomeCodes(shop.domain, batch.discountId, wanted, clocks);
    if (typeof made === "string") {
      await noteBatch(db(), shopId, batch.batchId, {
        status: "failed",
        error: made,
        finishedAt: clocks.now(),
      });
      return;
    }
    codes = await saveCreatedCodes(shopId, { ...batch, codes }, made, clocks.now());
  }
  await noteBatch(db(), shopId, batch.batchId, { status: "done", finishedAt: clocks.now() });
}

/** The result for each code, or the reason why none could be created. */
async function createSomeCodes(
  domain: string,
  discountId: string,
  wanted: readonly BatchCode[],
  { pause }: BatchClock,
): Promise<CreatedCode[] | string> {
  const texts = wanted.map((one) => one.code);
  const begun = await addCodes(domain, discountId, texts);
  if (typeof begun !== "string") return begun[0]?.message || reasonAsText({ code: "codes_not_added" });
  const answered = await waitForCreation(domain, begun, pause);
  const byCode = new Map(answered.map((one) => [one.code.toLowerCase(), one]));
  const isSure = texts.every((code) => byCode.get(code.toLowerCase())?.error === null);
  if (isSure) return answered;
  const there = await readRedeemCodes(domain, discountId);
  if (!there) return reasonAsText({ code: "discount_deleted" });
  const keys = new Set(there.map((one) => one.code.toLowerCase()));
  return texts.map((code) => {
    const told = byCode.get(code.toLowerCase())?.error ?? { message: "", code: null };
    return { code, error: keys.has(code.toLowerCase()) ? null : told };
  });
}

async function waitForCreation(
  domain: string,
  creationId: string,
  pause: BatchClock["pause"],
): Promise<CreatedCode[]> {
  for (let look = 0; look < mostLooks; look += 1) {
    const made = await readCreation(domain, creationId);
    if (made) return made;
    await pause();
  }
  throw new Error("The platform takes too long to make codes.");
}

async function saveCreatedCodes(
  shopId: ShopId,
  batch: CodeBatch,
  made: readonly CreatedCode[],
  now: Date,
): Promise<readonly BatchCode[]> {
  const results = new Map(made.map((one) => [one.code.toLowerCase(), one]));
  return await inTransaction(async (tx) => {
    const codes: BatchCode[] = [];
    for (const one of batch.codes) {
      const result = one.state === "waiting" ? results.get(one.code.toLowerCase()) : undefined;
      if (!result) codes.push(one);
      else if (result.error) codes.push({ ...one, ...codeFailure(result.error) });
      else {
        const { affiliateId, code } = one;
        const { discountId } = batch;
        const isOwn = await giveCode(
          tx,
          shopId,
          { affiliateId, code, discountId },
          { actor: systemActor, now },
        );
        codes.push(isOwn ? { ...one, state: "made" } : { ...one, state: "failed", message: ownedMessage });
      }
    }
    await noteBatch(tx, shopId, batch.batchId, { status: "running", codes });
    return codes;
  });
}

const ownedMessage = reasonAsText({ code: "code_taken" });

function codeFailure(error: NonNullable<CreatedCode["error"]>): Pick<BatchCode, "state" | "message"> {
  return error.code === "TAKEN"
    ? { state: "taken", message: reasonAsText({ code: "code_exists_in_store" }) }
    : { state: "failed", message: error.message || reasonAsText({ code: "code_not_created" }) };
}
