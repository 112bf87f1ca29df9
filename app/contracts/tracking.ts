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
    proxy: z.object({ seenAt: seenAt.meta({ description: "When a page of the store last called the app" }) }),
  })
  .meta({ id: "Tracking" });

export type TrackingWire = z.input<typeof trackingWire>;

/** Answer of POST /api/v1/tracking/pixel: Shopify is asked soon. */
export const pixelAskedWire = z.object({ asked: z.literal(true) }).meta({ id: "PixelAsked" });

/** The one form of the dashboard's card: ask Shopify about the pixel again. */
export const trackingForm = z.object({
  intent: z.literal("switch-on-pixel"),
});
