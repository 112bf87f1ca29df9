import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { Tracking } from "#app/flows/storefront/read-tracking.ts";

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export function trackingToWire({ pixel, embed, proxy }: Tracking): TrackingWire {
  return {
    pixel: { ...pixel, checkedAt: textOf(pixel.checkedAt), seenAt: textOf(pixel.seenAt) },
    embed: { ...embed, seenAt: textOf(embed.seenAt) },
    proxy: { seenAt: textOf(proxy.seenAt) },
  };
}
