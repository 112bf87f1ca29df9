import { z } from "zod";
import { signalNames, signalSteps } from "#app/domain/signals.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { day, daysInOrder, daysNotInOrder } from "./wire.ts";
import { because } from "./reasons.ts";

const mostDays = 366;

/** Query of GET /api/v1/signals and of the page. */
export const signalsQuery = z
  .object({
    from: day.optional().meta({ description: "First day in the shop's time zone; 29 days before the last" }),
    to: day.optional().meta({ description: "Last day, included; today without it" }),
    by: z.enum(signalSteps).default("day"),
  })
  .refine(daysInOrder, daysNotInOrder)
  .refine(({ from, to }) => from === undefined || to === undefined || to < dayAfter(from, mostDays), {
    path: ["from"],
    error: because({ code: "too_many_days", most: mostDays }),
  });

export type SignalsQuery = z.output<typeof signalsQuery>;

const countsWire = z.object({
  signal: z.enum(signalNames),
  orders: z.int().meta({ description: "Orders that carried it" }),
  share: z.number().meta({ description: "Of all orders; 0.125 is 12.5 %" }),
  credited: z.int().meta({ description: "Those of them that are credited to somebody" }),
  lostWithout: z.int().meta({ description: "Nobody would have been credited without it" }),
  elsewhereWithout: z.int().meta({ description: "Somebody else would have been credited without it" }),
});

const periodWire = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  orders: z.int(),
  credited: z.int(),
  signals: z.array(countsWire),
});

export type SignalPeriodWire = z.output<typeof periodWire>;

export const signalsWire = z
  .object({
    by: z.enum(signalSteps),
    total: periodWire,
    periods: z.array(periodWire).meta({ description: "Oldest first; weeks begin on Monday" }),
  })
  .meta({ id: "Signals" });

export type SignalsWire = z.output<typeof signalsWire>;
