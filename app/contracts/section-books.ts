import { z } from "zod";
import { money } from "./wire.ts";

export const sectionBooksWire = z
  .object({
    started: money,
    paid: money.meta({ description: "Less what came back afterwards" }),
    returned: money.meta({ description: "Before it was paid and after" }),
    canceled: money,
    inTransit: money.meta({ description: "Of the payments that are open" }),
    difference: money.meta({ description: "Zero when started is the sum of the others (M15)" }),
    holds: z.boolean(),
    fee: money.meta({ description: "Kept by the provider at the shop's cost" }),
    withheld: money.meta({ description: "What affiliates bore of it" }),
    reconciled: z.object({
      payments: z.int().meta({ description: "Payments that were not canceled" }),
      agreed: z
        .int()
        .meta({ description: "Of which a provider's statement says the same, or somebody resolved it" }),
      here: money.meta({ description: "Paid here" }),
      there: money.meta({ description: "Paid as providers' statements tell it" }),
      feesHere: money,
      feesThere: money,
      toTheCent: z.boolean(),
    }),
  })
  .meta({ id: "PayoutBooks" });

export type SectionBooksWire = z.input<typeof sectionBooksWire>;
