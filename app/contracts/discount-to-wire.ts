import { discountWords, type DiscountDetails } from "#app/domain/codes/discount.ts";
import type { BatchWire, CodeWire, DiscountWire } from "./discount.ts";

type Code = {
  readonly code: string;
  readonly status: CodeWire["status"];
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly discountId: string | null;
  readonly discountTitle: string | null;
  readonly details: unknown;
  readonly assignedAt: Date;
  readonly endsAt: Date | null;
};

export function codeToWire(row: Code, currency: string): CodeWire {
  const { discountId, discountTitle } = row;
  return {
    code: row.code,
    status: row.status,
    affiliate: { id: row.affiliateId, name: row.affiliateName },
    discount: discountId && discountTitle !== null ? { id: discountId, title: discountTitle } : null,
    gives: row.details ? discountWords(row.details as DiscountDetails, currency) : "",
    assignedAt: row.assignedAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
  };
}

type Discount = {
  readonly discountId: string;
  readonly title: string;
  readonly status: DiscountWire["status"];
  readonly details: DiscountDetails;
  readonly template: string | null;
  readonly autoProgramId: string | null;
  readonly notice: string | null;
  readonly codes: number;
  readonly createdAt: Date;
  readonly checkedAt: Date;
};

export function discountToWire(row: Discount, currency: string): DiscountWire {
  const { details } = row;
  return {
    id: row.discountId,
    title: row.title,
    status: row.status,
    gives: discountWords(details, currency),
    details: {
      ...details,
      value: { ...details.value },
      scope: { kind: details.scope.kind, ids: [...details.scope.ids] },
      minimum: { ...details.minimum },
      combinesWith: [...details.combinesWith],
    },
    template: row.template,
    newcomersOf: row.autoProgramId,
    notice: row.notice,
    codes: row.codes,
    createdAt: row.createdAt.toISOString(),
    checkedAt: row.checkedAt.toISOString(),
  };
}

type Planned = { readonly affiliateId: string; readonly name: string; readonly code: string };

export function plannedToWire({ affiliateId, name, code }: Planned) {
  return { affiliate: { id: affiliateId, name }, code };
}

type Batch = {
  readonly batchId: string;
  readonly status: BatchWire["status"];
  readonly error: string | null;
  readonly createdAt: Date;
  readonly codes: readonly (Planned & { readonly state: string; readonly message: string | null })[];
};

export function batchToWire({ batchId, status, error, createdAt, codes }: Batch): BatchWire {
  const failed = codes.filter((one) => one.state === "taken" || one.state === "failed");
  return {
    id: batchId,
    status,
    error,
    total: codes.length,
    done: codes.filter((one) => one.state !== "waiting").length,
    failed: failed.map((one) => ({ ...plannedToWire(one), message: one.message ?? "" })),
    createdAt: createdAt.toISOString(),
  };
}
