import { z } from "zod";
import { bankColumns } from "#app/domain/payouts/bank-file.ts";
import { requestStatuses } from "#app/domain/payouts/request.ts";
import { instant, listQuery, money, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/payout-sections/{id}/requests. */
export const requestListQuery = listQuery.omit({ search: true }).extend({
  status: z.enum(requestStatuses, `Must be one of ${requestStatuses.join(", ")}`).optional(),
});

/** A file or request: payments of a section that a bank or provider gets at once. */
export const payoutRequestWire = z
  .object({
    id: z.string(),
    payout: z.string(),
    ordinal: z.int().meta({ description: "Its place in the section, from 1" }),
    status: z.enum(requestStatuses),
    count: z.int().meta({ description: "How many payments" }),
    total: money,
    error: z.string().meta({ description: "Why it does not go on; empty while it does" }),
    nextAt: instant
      .nullable()
      .meta({ description: "When it is sent or asked about next; null when nothing more happens by itself" }),
    canSendAgain: z.boolean(),
    canCancel: z.boolean().meta({ description: "True while it is certain that nobody has it" }),
    columns: z.enum(bankColumns).nullable().meta({
      description: "The format of its file, once it was created: pain.001 for SEPA, or a CSV file",
    }),
  })
  .meta({ id: "PayoutRequest" });

export type PayoutRequestWire = z.input<typeof payoutRequestWire>;

export const requestListWire = z
  .object({
    requests: z.array(payoutRequestWire),
    pagination: paginationWire,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "PayoutRequestList" });
