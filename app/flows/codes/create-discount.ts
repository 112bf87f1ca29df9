import type { Ctx } from "#app/domain/context.ts";
import type { DiscountDetails, DiscountDraft } from "#app/domain/codes/discount.ts";
import type { CodeBatchId } from "#app/domain/ids.ts";
import { bothRefusals, isRefusal, reasonAsText, refuse, type Refusal } from "#app/domain/refusal.ts";
import { createDiscount } from "#app/gateways/shopify/change-discounts.ts";
import type { PlatformDiscount } from "#app/gateways/shopify/discount-answer.ts";
import { findDiscountByCode, readDiscount } from "#app/gateways/shopify/discounts.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { lockAffiliate } from "#app/store/affiliates.ts";
import { assignCode } from "#app/store/codes.ts";
import { findDiscountRow, insertBatch, keepDiscount, type BatchCode } from "#app/store/discounts.ts";
import { askPlatform, isTaken, refusalOf } from "./ask-platform.ts";
import { discountTag, recordCodeEvent, type CodeShop, type DiscountShop } from "./code-parts.ts";
import { detailsOfDraft } from "./draft-details.ts";
import { findReceivers, planCodes, type CodesWanted } from "./plan-codes.ts";

type PreviewCodesQuery = { readonly draft: DiscountDraft; readonly wanted: CodesWanted };

/** Previews the codes that a discount would get. Does not ask the store. */
export async function previewCodes(
  shop: DiscountShop,
  asked: PreviewCodesQuery,
  now: Date,
): Promise<BatchCode[] | Refusal> {
  const planned = await planDiscount(shop, asked, now);
  return isRefusal(planned) ? planned : planned.codes;
}

/** The discount in Shopify's form with its codes, or a refusal with all errors of both at once. */
async function planDiscount(
  { shopId, ...place }: DiscountShop,
  { draft, wanted }: PreviewCodesQuery,
  now: Date,
) {
  const made = detailsOfDraft(draft, place, now);
  if (isRefusal(made)) {
    const receivers = await findReceivers(db(), shopId, wanted, draft.kind);
    return isRefusal(receivers) ? bothRefusals(made, receivers) : made;
  }
  const codes = await planCodes(shopId, wanted, made.details.value);
  return isRefusal(codes) ? codes : { made, codes };
}

/**
 * Creates a discount in the store with a code for each affiliate: the first code now, the others in a job.
 * Shopify comes first, then our books. Returns the digits of the discount's id.
 */
export async function createStoreDiscount(
  ctx: Ctx<DiscountShop>,
  asked: PreviewCodesQuery,
): Promise<string | Refusal> {
  const { shop } = ctx;
  const planned = await planDiscount(shop, asked, ctx.now);
  if (isRefusal(planned)) return planned;
  const { made, codes } = planned;
  const first = await createWithFirstCode(shop, made, codes);
  if (isRefusal(first)) return first;
  const read = await askPlatform(() => readDiscount(shop.domain, first.discountId));
  const fresh = isRefusal(read) || !read.answer ? first : read.answer;
  return await saveDiscount(ctx, { fresh, codes: first.codes, template: asked.wanted.template.trim() });
}

type CreatedDiscount = Pick<PlatformDiscount, "discountId" | "title" | "details" | "status"> & {
  readonly codes: BatchCode[];
};

/** The store may already have some of the codes. The discount is created with the first code that it lacks. */
const mostTries = 5;

async function createWithFirstCode(
  shop: CodeShop,
  made: { title: string; details: DiscountDetails },
  codes: readonly BatchCode[],
): Promise<CreatedDiscount | Refusal> {
  const tried = [...codes];
  for (const [index, one] of codes.slice(0, mostTries).entries()) {
    const asked = await askPlatform(
      () => createOnPlatform(shop.domain, { ...made, code: one.code }),
      "template",
    );
    if ("refused" in asked) return asked;
    const { answer } = asked;
    if (typeof answer === "string") {
      tried[index] = { ...one, state: "made" };
      return { ...made, discountId: answer, status: "active", codes: tried };
    }
    if (!answer.some(isTaken)) return refusalOf(answer, "template");
    tried[index] = { ...one, state: "taken", message: reasonAsText({ code: "code_exists_in_store" }) };
  }
  const named = codes[0]?.code ?? "";
  return refuse("conflict", { code: "code_in_store", name: named }, "template");
}

/** If the answer was lost, looking up the code shows whether the discount was created. */
async function createOnPlatform(
  domain: string,
  made: { title: string; code: string; details: DiscountDetails },
) {
  try {
    return await createDiscount(domain, { ...made, tag: discountTag });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== "unreachable") throw error;
    const found = await findDiscountByCode(domain, made.code);
    if (found?.title === made.title && found.tags.includes(discountTag)) return found.discountId;
    throw error;
  }
}

type DiscountToSave = {
  readonly fresh: Omit<CreatedDiscount, "codes">;
  readonly codes: readonly BatchCode[];
  template: string;
};

async function saveDiscount(ctx: Ctx<CodeShop>, { fresh, codes, template }: DiscountToSave): Promise<string> {
  const { shop } = ctx;
  const { shopId } = shop;
  const { discountId } = fresh;
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    await keepDiscount(tx, shopId, fresh, { now: ctx.now, template, notice: null });
    const first = codes.find((one) => one.state === "made");
    const affiliate = first && (await lockAffiliate(tx, shopId, first.affiliateId));
    if (first && affiliate) {
      const { affiliateId, code } = first;
      await assignCode(tx, { shopId, affiliateId, code, at: ctx.now, discountId });
      await recordCodeEvent(tx, affiliate, { action: "was given a discount code", code }, ctx);
    }
    if (codes.length === 1) return;
    const batchId = newId<CodeBatchId>("cbt", ctx.now);
    const waits = codes.some((one) => one.state === "waiting");
    await insertBatch(tx, shopId, {
      batchId,
      discountId,
      status: waits ? "waiting" : "done",
      codes,
      createdAt: ctx.now,
      finishedAt: waits ? null : ctx.now,
    });
    if (waits) await queue.send(tx, "make-codes", { shopId, batchId });
  });
  return discountId;
}

/**
 * Adds a code for each affiliate to a discount of the store, in a job. Returns the id of the batch that shows
 * its progress.
 */
export async function addDiscountCodes(
  ctx: Ctx<CodeShop>,
  discountId: string,
  wanted: CodesWanted,
): Promise<CodeBatchId | Refusal> {
  const { shop } = ctx;
  const { shopId } = shop;
  const discount = await findDiscountRow(db(), shopId, discountId);
  if (!discount) return refuse("not-found", { code: "not_found", what: "discount" });
  if (discount.status === "deleted") return refuse("not-possible", { code: "discount_deleted" });
  const codes = await planCodes(shopId, wanted, discount.details.value);
  if (isRefusal(codes)) return codes;
  const queue = await openQueue();
  const batchId = newId<CodeBatchId>("cbt", ctx.now);
  await inTransaction(async (tx) => {
    const made = {
      batchId,
      discountId,
      status: "waiting",
      codes,
      createdAt: ctx.now,
      finishedAt: null,
    } as const;
    await insertBatch(tx, shopId, made);
    await queue.send(tx, "make-codes", { shopId, batchId });
  });
  return batchId;
}
