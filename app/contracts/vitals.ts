import { z } from "zod";
import { vitalNames } from "#app/domain/vitals.ts";

const vitalName = z.enum(vitalNames).meta({
  description:
    "LCP: largest paint, INP: next paint after an interaction, both in ms. CLS: layout shift, a score",
});

/** A page that was open longer than an hour measured something else. */
const mostValue = 3_600_000;

/** Body of POST /api/v1/vitals: what a merchant's browser measured in one page load. */
export const vitalsBody = z
  .strictObject({
    metrics: z
      .array(z.strictObject({ name: vitalName, value: z.number().min(0).max(mostValue) }))
      .min(1)
      .max(vitalNames.length),
  })
  .meta({ id: "VitalsReport" });

export const vitalsRecordedWire = z.object({ recorded: z.number() }).meta({ id: "VitalsRecorded" });

const summary = {
  count: z.number().meta({ description: "Page loads" }),
  p75: z
    .number()
    .nullable()
    .meta({ description: "Three of four page loads stay within it. Null without any" }),
};

/** Answer of GET /api/v1/vitals. */
export const vitalsWire = z
  .object({
    vitals: z.array(
      z.object({
        name: vitalName,
        limit: z.number().meta({ description: "Most that Built for Shopify accepts for `p75`" }),
        ...summary,
        days: z.array(z.object({ day: z.string(), ...summary })),
      }),
    ),
  })
  .meta({ id: "Vitals" });

export type VitalsWire = z.input<typeof vitalsWire>;
