import type { AffiliateId, CodeBatchId } from "#app/domain/ids.ts";
import type { CodeBatch } from "#app/store/discounts.ts";

/** A list of codes that a job creates or assigns, with its progress. */
export type BatchView = Omit<CodeBatch, "batchId"> & {
  readonly id: CodeBatchId;
  readonly total: number;
  /** Codes that are finished, successfully or not. */
  readonly done: number;
  readonly failed: readonly {
    readonly affiliate: { readonly id: AffiliateId; readonly name: string };
    readonly code: string;
    readonly message: string;
  }[];
};

export function batchView({ batchId: id, ...batch }: CodeBatch): BatchView {
  const { codes } = batch;
  const failed = codes.filter((one) => one.state === "taken" || one.state === "failed");
  return {
    ...batch,
    id,
    total: codes.length,
    done: codes.filter((one) => one.state !== "waiting").length,
    failed: failed.map(({ affiliateId, name, code, message }) => ({
      affiliate: { id: affiliateId, name },
      code,
      message: message ?? "",
    })),
  };
}
