import type { ShopId } from "#app/domain/ids.ts";
import { isQuiet, regularDays } from "#app/domain/tracking-state.ts";
import { reachable } from "#app/gateways/shopify/addresses.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { findTrackingSigns, type TrackingStatus } from "#app/store/tracking-status.ts";

/** Folder of the theme extension's block, which is its handle in the theme editor. */
const embedHandle = "affiliate-embed";

export type Tracking = {
  /** `isQuiet`: clicks came regularly, and stopped. */
  readonly clicks: { readonly lastAt: Date | null; readonly isQuiet: boolean };
  readonly pixel: {
    readonly status: "on" | "off" | "waiting";
    readonly error: string | null;
    readonly checkedAt: Date | null;
    readonly seenAt: Date | null;
  };
  readonly embed: { readonly seenAt: Date | null; readonly switchUrl: string };
  readonly proxy: { readonly seenAt: Date | null };
};

/**
 * State of the tracking parts in a store: the web pixel by Shopify's last answer, the others by what they sent.
 * An order with a click in its cart proves that the app embed works.
 */
export async function readTracking(shop: { shopId: ShopId; domain: string }, now: Date): Promise<Tracking> {
  const { status, carriedAt, click } = await findTrackingSigns(db(), shop.shopId, regularDays);
  const lastAt = click?.at ?? null;
  return {
    clicks: { lastAt, isQuiet: isQuiet({ lastAt, days: click?.days ?? 0, now }) },
    pixel: pixelTracking(status),
    embed: { seenAt: laterOf(status?.embedSeenAt ?? null, carriedAt), switchUrl: switchUrl(shop.domain) },
    proxy: { seenAt: status?.proxySeenAt ?? null },
  };
}

function pixelTracking(status: TrackingStatus | null): Tracking["pixel"] {
  if (!status?.pixelCheckedAt) return { status: "waiting", error: null, checkedAt: null, seenAt: null };
  const { pixelId, pixelError: error, pixelCheckedAt: checkedAt, pixelSeenAt: seenAt } = status;
  return { status: pixelId === null ? "off" : "on", error, checkedAt, seenAt };
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Address of the theme editor with the app embed switched on, for a person to save. */
function switchUrl(domain: string): string {
  const app = `${env().SHOPIFY_API_KEY}/${embedHandle}`;
  return reachable(
    `https://${domain}/admin/themes/current/editor?context=apps&activateAppId=${encodeURIComponent(app)}`,
  );
}
