import { pixelAskedWire, trackingWire } from "#app/contracts/tracking.ts";
import { requestPixelCheck } from "#app/flows/storefront/switch-on-pixel.ts";
import { readTracking } from "#app/flows/storefront/read-tracking.ts";
import { trackingWords } from "#app/http/stored-failures.ts";
import { defineCall } from "./define-call.ts";

export const trackingCalls = [
  defineCall({
    id: "getTracking",
    method: "GET",
    path: "/tracking",
    tag: "Tracking",
    summary: "Whether the web pixel, the theme's embed and the app proxy are at work in the store.",
    permission: "read",
    answer: trackingWire,
    handle: async ({ shop, now }) => trackingWords(await readTracking(shop, now)),
  }),
  defineCall({
    id: "switchOnPixel",
    method: "POST",
    path: "/tracking/pixel",
    tag: "Tracking",
    summary: "Have the web pixel switched on, or looked at again, soon.",
    permission: "write",
    status: 202,
    answer: pixelAskedWire,
    handle: async ({ shopId }) => {
      await requestPixelCheck(shopId);
      return { asked: true } as const;
    },
  }),
];
