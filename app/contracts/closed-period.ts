import { z } from "zod";
import { isMonth } from "#app/domain/day-spans.ts";
import { sequence } from "./ledger.ts";
import { instant, listQuery, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/ledger/periods and of the page. */
export const closedPeriodsQuery = listQuery.pick({ page: true, limit: true });

/** Body of POST /api/v1/ledger/periods, and the page's form. */
export const closeMonthBody = z.strictObject({
  month: z.string("Must be a month, such as 2026-03").refine(isMonth, "Must be a month, such as 2026-03"),
});

export const closedPeriodWire = z
  .object({
    month: z.string().meta({ description: "The month at whose end it ends, in the shop's time zone" }),
    since: instant.nullable().meta({ description: "Null where it takes all before it along" }),
    until: instant.meta({ description: "Its end, which is the next one's beginning" }),
    highestSequence: sequence.meta({ description: "The shop's last ledger entry at the closing" }),
    closedAt: instant,
    closedBy: z.string(),
  })
  .meta({ id: "ClosedPeriod" });

export type ClosedPeriodWire = z.input<typeof closedPeriodWire>;

export const closedPeriodsWire = z
  .object({
    periods: z.array(closedPeriodWire),
    next: z.string().nullable().meta({ description: "The month that can be closed next" }),
    pagination: paginationWire,
  })
  .meta({ id: "ClosedPeriodList" });
