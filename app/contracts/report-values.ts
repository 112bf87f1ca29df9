import { z } from "zod";
import { rangeField, rangeNotAlone, rangeStandsAlone } from "./days-asked.ts";
import { day, daysInOrder, daysNotInOrder, listQuery } from "./wire.ts";

/** Query of GET /api/v1/reports/{name}/values. */
export const reportValuesQuery = z
  .strictObject({
    from: day.optional().meta({ description: "First day in the shop's time zone; 29 days before the last" }),
    to: day.optional().meta({ description: "Last day, included; today without it" }),
    range: rangeField,
    search: listQuery.shape.search.meta({
      description:
        "A part of the value or of its name; of a link also of its page, or how its address begins",
    }),
    limit: listQuery.shape.limit,
  })
  .refine(daysInOrder, daysNotInOrder)
  .refine(rangeStandsAlone, rangeNotAlone);

export type ReportValuesQuery = z.output<typeof reportValuesQuery>;

export const reportValuesWire = z
  .object({
    values: z
      .array(
        z.object({
          value: z
            .string()
            .meta({ description: "'' for what has none; ' other' for all beyond the most values" }),
          name: z.string().nullable(),
          orders: z.int().meta({ description: "Credited orders of these days, in all currencies" }),
        }),
      )
      .meta({ description: "Those with most orders first" }),
  })
  .meta({ id: "ReportValues" });

export type ReportValuesWire = z.output<typeof reportValuesWire>;
