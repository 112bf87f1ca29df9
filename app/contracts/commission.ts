import { z } from "zod";
import { commissionStates } from "#app/domain/commission-state.ts";
import { postingWire } from "./order.ts";
import { listQuery, moneyWire, paginationWire } from "./wire.ts";

const id = z.string().max(40, "Is not an id");

/** Query of GET /api/v1/commissions; `search` looks for the order's name. */
export const commissionListQuery = listQuery.extend({
  status: z.enum(commissionStates, `Must be one of ${commissionStates.join(", ")}`).optional(),
  affiliate: id.optional(),
  program: id.optional(),
});

export type CommissionListQuery = z.output<typeof commissionListQuery>;

const named = z.object({ id: z.string(), name: z.string() });

export const commissionWire = z
  .object({
    id: z.string(),
    status: z.enum(commissionStates),
    reason: z
      .object({ code: z.string(), text: z.string() })
      .meta({ description: "Why it waits, was released, or stands at zero" }),
    order: named,
    affiliate: named,
    program: named.extend({ version: z.int() }),
    amount: moneyWire.meta({ description: "What stands: pending and payable together" }),
    pending: moneyWire,
    payable: moneyWire,
    holdUntil: z.iso.datetime(),
    releasedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Commission" });

export type CommissionWire = z.output<typeof commissionWire>;

export const commissionListWire = z
  .object({
    commissions: z.array(commissionWire),
    pagination: paginationWire.extend({
      total: z.int().meta({ description: "How many match, counted up to 10,000" }),
    }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "CommissionList" });

/** Answer of GET /api/v1/commissions/{id}. */
export const commissionDetailWire = commissionWire
  .extend({ postings: z.array(postingWire) })
  .meta({ id: "CommissionDetail" });

export type CommissionDetailWire = z.output<typeof commissionDetailWire>;
