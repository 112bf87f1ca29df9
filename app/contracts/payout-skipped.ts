import { z } from "zod";
import { notPaidReasons } from "#app/domain/payouts/eligible.ts";
import { listQuery, money, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/payouts/{id}/skipped. */
export const skippedListQuery = listQuery.extend({
  status: z.enum(notPaidReasons).optional(),
});

export const skippedWire = z
  .object({
    affiliate: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    available: money.meta({ description: "The available balance when the payout was planned" }),
    reason: z.enum(notPaidReasons),
    text: z.string().meta({ description: "Why they were not paid, in words" }),
  })
  .meta({ id: "Skipped" });

export type SkippedWire = z.input<typeof skippedWire>;

export const skippedListWire = z
  .object({ skipped: z.array(skippedWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "SkippedList" });
