import { z } from "zod";
import { bankColumns } from "#app/domain/payouts/bank-file.ts";
import { chunkStatuses } from "#app/domain/payouts/chunk.ts";
import { instant, listQuery, money, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/payout-sections/{id}/parts. */
export const partListQuery = listQuery.omit({ search: true }).extend({
  status: z.enum(chunkStatuses, `Must be one of ${chunkStatuses.join(", ")}`).optional(),
});

/** A part of a batch that is handed over at once. */
export const payoutPartWire = z
  .object({
    id: z.string(),
    payout: z.string(),
    ordinal: z.int().meta({ description: "Its place in the batch, from 1" }),
    status: z.enum(chunkStatuses),
    count: z.int().meta({ description: "How many payments" }),
    total: money,
    error: z.string().meta({ description: "Why it does not go on; empty while it does" }),
    nextAt: instant
      .nullable()
      .meta({ description: "When it is sent or asked about next; null when nothing more happens by itself" }),
    canSendAgain: z.boolean(),
    canCancel: z.boolean().meta({ description: "True while it is certain that nobody has it" }),
    columns: z.enum(bankColumns).nullable().meta({
      description: "The format of its file, once it was handed over: pain.001 for SEPA, or a CSV file",
    }),
  })
  .meta({ id: "PayoutPart" });

export type PayoutPartWire = z.input<typeof payoutPartWire>;

export const partListWire = z
  .object({ parts: z.array(payoutPartWire), pagination: paginationWire, nextCursor: z.string().nullable() })
  .meta({ id: "PayoutPartList" });
