import { z } from "zod";
import { type NotPaidReason, notPaidReasons, notPaidTexts } from "#app/domain/payouts/eligible.ts";
import { listQuery, moneyToWire, moneyWire, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/payouts/{id}/left-out. */
export const leftOutListQuery = listQuery.extend({
  status: z.enum(notPaidReasons, `Must be one of ${notPaidReasons.join(", ")}`).optional(),
});

const leftOutWire = z
  .object({
    affiliate: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    payable: moneyWire.meta({ description: "What they had payable when the payout was planned" }),
    reason: z.enum(notPaidReasons),
    text: z.string().meta({ description: "Why they were not paid, in words" }),
  })
  .meta({ id: "LeftOut" });

export type LeftOutWire = z.output<typeof leftOutWire>;

export const leftOutListWire = z
  .object({ leftOut: z.array(leftOutWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "LeftOutList" });

type LeftOutToWrite = {
  readonly affiliateId: string;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly reason: NotPaidReason;
  readonly payableMinor: bigint;
};

export function leftOutToWire(row: LeftOutToWrite): LeftOutWire {
  return {
    affiliate: { id: row.affiliateId, name: row.name, email: row.email },
    payable: moneyToWire(row.payableMinor, row.currency),
    reason: row.reason,
    text: notPaidTexts[row.reason],
  };
}
