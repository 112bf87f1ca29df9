import { z } from "zod";
import { instant, listQuery, paginationWire } from "./wire.ts";

const statuses = ["open", "due-soon", "sent"] as const;

/** Query of GET /api/v1/privacy/requests and of the page. */
export const dataRequestListQuery = listQuery
  .pick({ page: true, limit: true })
  .extend({ status: z.enum(statuses).optional() });

export const dataRequestWire = z
  .object({
    id: z.string(),
    orders: z.int().meta({ description: "Orders of the customer that the app knew of" }),
    receivedAt: instant,
    dueAt: instant.meta({ description: "By when the customer is to have the answer" }),
    sentAt: instant.nullable(),
    hasAnswer: z.boolean().meta({
      description: "False once the customer was erased, and 30 days after the answer was sent",
    }),
  })
  .meta({ id: "DataRequest" });

export type DataRequestWire = z.input<typeof dataRequestWire>;

export const dataRequestListWire = z
  .object({ requests: z.array(dataRequestWire), pagination: paginationWire })
  .meta({ id: "DataRequestList" });

const record = z.record(z.string(), z.unknown());

/**
 * All data held about a customer. The lists follow the database tables, so their rows are not specified
 * further.
 */
export const customerAnswerWire = z
  .object({
    about: z.string(),
    requestId: z.string(),
    gatheredAt: z.iso.datetime(),
    orders: z.array(record),
    visits: z.array(record),
    checkoutsSeenByPixel: z.array(record),
    lifetimeCustomers: z.array(record),
    claims: z.array(record),
    flags: z.array(record),
    applications: z.array(record),
  })
  .meta({ id: "CustomerAnswer" });
