import type { Reason } from "#app/domain/refusal-codes.ts";
import type { Ctx } from "#app/domain/context.ts";
import { affiliateFault, type CheckedRow, checkedRows, type CodeRow } from "#app/domain/pasted-lines.ts";
import type { CodeBatchId, ShopId } from "#app/domain/ids.ts";
import { isStorable } from "#app/domain/plain.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { codesByKey } from "#app/store/codes.ts";
import { type BatchCode, insertBatch, ofAnyDiscount, listBatches } from "#app/store/discounts.ts";
import { affiliatesNamed } from "#app/store/names.ts";
import { type BatchView, batchView } from "./batch-view.ts";

const longestCode = 255;

export type CheckedCode = CheckedRow<CodeRow>;

/** Checks rows without writing anything or asking the store. */
export async function checkCodes(shopId: ShopId, rows: readonly CodeRow[]): Promise<CheckedCode[]> {
  const sound = rows.filter((row) => textFault(row) === null);
  const names = sound.map((row) => row.affiliate);
  const [named, owned] = await Promise.all([
    affiliatesNamed(db(), shopId, names),
    codesByKey(db(), shopId, sound.map(keyOf)),
  ]);
  const owners = new Map(owned.map((one) => [one.codeKey, one.affiliateId]));
  return checkedRows(rows, { keyOf, textFault, named, owners });
}

const keyOf = ({ code }: CodeRow): string => code.trim().toLowerCase();

/** The error in a row's texts, or null. */
function textFault({ code, affiliate }: CodeRow): Reason | null {
  if (code.trim() === "") return { code: "value_missing", what: "discount_code" };
  const isCode = code.length <= longestCode && isStorable(code) && !/\p{Cc}/u.test(code);
  return isCode ? affiliateFault(affiliate) : { code: "value_invalid", what: "discount_code" };
}

export type Assignment = {
  readonly rows: readonly CheckedCode[];
  /** Number of codes that a job now looks up in the store and assigns. */
  readonly added: number;
};

/**
 * Starts a job that assigns all codes. If any row is wrong, assigns none and returns the rows with their
 * errors.
 */
export async function assignCodes(ctx: Ctx, rows: readonly CodeRow[]): Promise<Assignment> {
  const { shopId } = ctx.shop;
  const checked = await checkCodes(shopId, rows);
  const codes = checked.flatMap(({ state, affiliateId, affiliateName, code }): BatchCode[] =>
    state === "new" && affiliateId !== null
      ? [{ affiliateId, name: affiliateName ?? "", code: code.trim(), state: "waiting", message: null }]
      : [],
  );
  if (codes.length === 0 || checked.some((row) => row.state === "wrong")) return { rows: checked, added: 0 };
  const { actor, now } = ctx;
  const batchId = newId<CodeBatchId>("cbt", now);
  const batch = { batchId, discountId: ofAnyDiscount, status: "waiting", createdAt: now } as const;
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    await insertBatch(tx, shopId, { ...batch, codes, finishedAt: null });
    await recordAudit(tx, shopId, {
      subjectKind: "code-batch",
      subjectId: batchId,
      action: "had a list of discount codes assigned",
      actor,
      details: { count: codes.length },
      now,
    });
    await queue.send(tx, "assign-codes", { shopId, batchId });
  });
  return { rows: checked, added: codes.length };
}

/** The newest lists of assigned codes, with their progress. */
export async function readAssignments(shopId: ShopId): Promise<BatchView[]> {
  return (await listBatches(db(), shopId, ofAnyDiscount)).map(batchView);
}
