import { vitalsBody, vitalsRecordedWire, vitalsWire } from "#app/contracts/vitals.ts";
import { readVitals, recordVitals } from "#app/flows/health/vitals.ts";
import { limits, tooManyRequests } from "#app/http/limits.ts";
import { defineCall } from "./define-call.ts";

export const vitalCalls = [
  defineCall({
    id: "getVitals",
    method: "GET",
    path: "/vitals",
    tag: "Service",
    summary: "How fast the app was in the staff's browsers in the last 28 days.",
    permission: "read",
    answer: vitalsWire,
    handle: async ({ shop, now }) => ({ vitals: await readVitals(shop, now) }),
  }),
  defineCall({
    id: "recordVitals",
    method: "POST",
    path: "/vitals",
    tag: "Service",
    summary: "Count what a staff member's browser measured in one page load. The app's own pages call this.",
    permission: "write",
    body: vitalsBody,
    answer: vitalsRecordedWire,
    handle: async ({ ctx, shopId, body, now }) => {
      const wait = limits.vitalsByShop(shopId, now.getTime());
      if (wait > 0) return tooManyRequests(wait);
      await recordVitals(ctx, body.metrics);
      return { recorded: body.metrics.length };
    },
  }),
];
