import { pixelAskedWire, trackingWire } from "../tracking.ts";
import type { ApiCall } from "./api-call.ts";

export const trackingCalls: readonly ApiCall[] = [
  {
    id: "getTracking",
    method: "get",
    path: "/api/v1/tracking",
    tag: "Tracking",
    summary: "Whether the web pixel, the theme's embed and the app proxy are at work in the store.",
    answer: trackingWire,
    errors: [401, 429],
  },
  {
    id: "switchOnPixel",
    method: "post",
    path: "/api/v1/tracking/pixel",
    tag: "Tracking",
    summary: "Have the web pixel switched on, or looked at again, soon.",
    answer: pixelAskedWire,
    status: 202,
    errors: [401, 403, 409, 429],
  },
];
