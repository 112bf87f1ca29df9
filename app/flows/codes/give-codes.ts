import type { Ctx } from "#app/domain/context.ts";
import { type CodeBatchId, isIdOf, type ProgramId } from "#app/domain/ids.ts";
import { isRefusal, reasonAsText, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  type BatchCode,
  findDiscountRow,
  type NewcomerDiscount,
  newcomerDiscounts,
  insertBatch,
  lockNewcomers,
  setNewcomers,
} from "#app/store/discounts.ts";
import { affiliateNames } from "#app/store/names.ts";
import { findProgram } from "#app/store/programs.ts";
import { noSuchDiscount, type CodeShop } from "./code-parts.ts";
import { planCodes } from "./plan-codes.ts";

/** Affiliates per batch. The others get their codes a minute later. */
const mostAtOnce = 250;

/**
 * Chooses the program whose new members get a code of a discount by its template from now on; null for none. Earlier
 * members get codes from a person.
 */
export async function giveToNewcomers(
  { shop: { shopId }, actor, now }: Ctx<CodeShop>,
  discountId: string,
  programId: string | null,
): Promise<Refusal | null> {
  const discount = await findDiscountRow(db(), shopId, discountId);
  if (!discount) return noSuchDiscount;
  if (discount.status === "deleted") return refuse("not-possible", { code: "discount_deleted" });
  if (programId !== null && discount.template === null) {
    return refuse("not-possible", { code: "discount_without_template" }, "programId");
  }
  const isKnown =
    programId === null || (isIdOf("program", programId) && (await findProgram(db(), shopId, programId)));
  if (!isKnown) return refuse("invalid", { code: "not_found", what: "program" }, "programId");
  await inTransaction(async (tx) => {
    await setNewcomers(tx, shopId, { discountId, programId: programId as ProgramId | null, now });
    const subject = { subjectKind: "discount", subjectId: discountId, action: "newcomers" };
    await recordAudit(tx, shopId, { ...subject, actor, details: { programId }, now });
  });
  return null;
}

/**
 * Requests codes for everybody who joined since the last run, in all shops. An error in one shop does not stop the
 * others.
 */
export async function giveCodes(now: Date): Promise<void> {
  const failed: unknown[] = [];
  for (const discount of await newcomerDiscounts(db())) {
    try {
      await giveCodesOf(discount, now);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, "Codes of some discounts could not be asked for.");
}

/** Returns the number of new members who get a code. A job creates the codes and reports errors of the store. */
export async function giveCodesOf(of: NewcomerDiscount, now: Date): Promise<number> {
  const { shopId, discountId } = of;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const affiliateIds = await lockNewcomers(tx, of, mostAtOnce);
    const discount = await findDiscountRow(tx, shopId, discountId);
    if (affiliateIds.length === 0 || !discount) return 0;
    const wanted = { template: discount.template ?? "", affiliateIds };
    const planned = await planCodes(shopId, wanted, discount.details.value, tx);
    const batchId = newId<CodeBatchId>("cbt", now);
    const batch = { batchId, discountId, createdAt: now };
    if (isRefusal(planned)) {
      const names = await affiliateNames(tx, shopId, affiliateIds);
      const codes = affiliateIds.map((affiliateId): BatchCode => {
        const name = names.get(affiliateId) ?? affiliateId;
        return { affiliateId, name, code: "", state: "failed", message: reasonAsText(planned.reason) };
      });
      await insertBatch(tx, shopId, { ...batch, status: "done", codes, finishedAt: now });
      return 0;
    }
    await insertBatch(tx, shopId, { ...batch, status: "waiting", codes: planned, finishedAt: null });
    await queue.send(tx, "make-codes", { shopId, batchId });
    return planned.length;
  });
}
