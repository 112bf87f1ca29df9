import { z } from "zod";
import { instant } from "./wire.ts";

const foundWire = z.object({
  id: z.string().meta({ description: "Shopify's number of the order" }),
  name: z.string(),
  what: z.enum(["missing", "stale"]).meta({ description: "Not known at all, or known in an older state" }),
  read: z.boolean().meta({
    description:
      "False where it could not be read at once: then it is tried again, and at last set aside as a delivery",
  }),
});

/** One look through the platform's orders for what no message brought. */
export const sweepWire = z
  .object({
    id: z.string(),
    cause: z.enum(["start", "hourly", "asked"]),
    status: z.enum(["running", "done", "failed"]),
    from: instant.meta({ description: "Orders changed on Shopify from here" }),
    to: instant.meta({ description: "to here were looked at; it grows while it runs" }),
    looked: z.int(),
    missing: z.int(),
    stale: z.int(),
    found: z.array(foundWire).meta({ description: "The first 100 of them" }),
    error: z.string().meta({ description: "Why it does not go on, or ended; empty without a fault" }),
    startedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: "Sweep" });

export type SweepWire = z.input<typeof sweepWire>;

/** Answer of GET and POST /api/v1/sweeps: the newest first. */
export const sweepListWire = z.object({ sweeps: z.array(sweepWire) }).meta({ id: "SweepList" });
