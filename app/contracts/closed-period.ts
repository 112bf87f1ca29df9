import { z } from "zod";
import { isMonth } from "#app/domain/month.ts";
import { listQuery, paginationWire } from "./wire.ts";

/** Query of GET /api/v1/ledger/periods and of the page. */
export const closedPeriodsQuery = listQuery.pick({ page: true, limit: true });

/** Body of POST /api/v1/ledger/periods, and the page's form. */
export const closeMonthBody = z.strictObject({
  month: z.string("Must be a month, such as 2026-03").refine(isMonth, "Must be a month, such as 2026-03"),
});

export const closedPeriodWire = z
  .object({
    month: z.string().meta({ description: "The month at whose end it ends, in the shop's time zone" }),
    since: z.iso.datetime().nullable().meta({ description: "Null where it takes all before it along" }),
    until: z.iso.datetime().meta({ description: "Its end, which is the next one's beginning" }),
    highestSequence: z.string().meta({ description: "The shop's last transfer at the closing" }),
    closedAt: z.iso.datetime(),
    closedBy: z.string(),
  })
  .meta({ id: "ClosedPeriod" });

export type ClosedPeriodWire = z.output<typeof closedPeriodWire>;

export const closedPeriodsWire = z
  .object({
    periods: z.array(closedPeriodWire),
    next: z.string().nullable().meta({ description: "The month that can be closed next" }),
    pagination: paginationWire,
  })
  .meta({ id: "ClosedPeriodList" });

type PeriodToWrite = {
  readonly month: string;
  readonly since: Date | null;
  readonly until: Date;
  readonly highestSequence: bigint;
  readonly closedAt: Date;
  readonly closedBy: { readonly name: string };
};

export function closedPeriodToWire(period: PeriodToWrite): ClosedPeriodWire {
  return {
    month: period.month,
    since: period.since?.toISOString() ?? null,
    until: period.until.toISOString(),
    highestSequence: String(period.highestSequence),
    closedAt: period.closedAt.toISOString(),
    closedBy: period.closedBy.name,
  };
}
