import { z } from "zod";
import { instant } from "./wire.ts";

const seenAt = instant.nullable();

/** Answer of GET /api/v1/tracking. */
export const trackingWire = z
  .object({
    pixel: z.object({
      status: z.enum(["on", "off", "waiting"]).meta({
        description: "As Shopify answers: `waiting` until it was asked for the first time",
      }),
      error: z.string().nullable().meta({ description: "Why it is off, or could not be looked at" }),
      checkedAt: seenAt,
      seenAt: seenAt.meta({ description: "When it last told of a checkout with a click" }),
    }),
    embed: z.object({
      seenAt: seenAt.meta({ description: "When something came that only the theme's embed sends" }),
      switchUrl: z.string().meta({ description: "Where a person switches it on: the theme editor" }),
    }),
    clicks: z.object({
      lastAt: seenAt.meta({ description: "When a person last followed a link" }),
      isQuiet: z.boolean().meta({
        description: "Clicks came on most days, and none for five days: tracking may be broken",
      }),
    }),
    proxy: z.object({ seenAt: seenAt.meta({ description: "When a page of the store last called the app" }) }),
  })
  .meta({ id: "Tracking" });

export type TrackingWire = z.input<typeof trackingWire>;

/** Answer of POST /api/v1/tracking/pixel: Shopify is asked soon. */
export const pixelAskedWire = z.object({ asked: z.literal(true) }).meta({ id: "PixelAsked" });
