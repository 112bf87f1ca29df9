import { failed, type Finding, ok, unknown, warning } from "#app/domain/health-check.ts";
import { answersAt, probeEmbed, probeProxy } from "#app/gateways/shopify/probes.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countFailedDeliveries, type InstalledShop, lastDeliveries } from "#app/store/health.ts";
import { regularDays } from "#app/domain/tracking-state.ts";
import { findTrackingSigns, findTrackingStatus } from "#app/store/tracking-status.ts";

export async function checkWebhooks({ shopId }: InstalledShop): Promise<Finding> {
  const [seen, failures] = await Promise.all([
    lastDeliveries(db(), shopId),
    countFailedDeliveries(db(), shopId),
  ]);
  if (seen.length === 0) {
    return unknown("webhooks_none", "place_test_order");
  }
  if (failures === 0) return ok({ code: "webhooks", last: seen });
  return warning({ code: "webhooks_failed", count: failures, last: seen }, "retry_deliveries");
}

/** `seen`: addresses in X-Forwarded-For of a request to the app. */
export function checkProxies(seen: number | null): Finding {
  const trusted = env().TRUSTED_PROXIES;
  if (env().ALLOW_LOCAL_SHOPIFY === "demo") return unknown("demo_proxy");
  if (seen === null) return unknown("no_request", "open_app_and_check");
  const meaning = { code: "proxies", seen, trusted } as const;
  return seen === trusted ? ok(meaning) : warning(meaning, "set_proxies");
}

export async function checkPixel({ shopId }: InstalledShop): Promise<Finding> {
  const status = await findTrackingStatus(db(), shopId);
  if (!status?.pixelCheckedAt) return unknown("pixel_waiting", "check_again");
  if (status.pixelError !== null) return failed({ code: "text", text: status.pixelError }, "recheck_pixel");
  return status.pixelId === null ? failed("pixel_off", "recheck_pixel") : ok("pixel");
}

const quietMs = 7 * 86_400_000;

/** Checks the store's front page. If a password hides it, uses the embed's last report. */
export async function checkEmbed({ shopId, domain }: InstalledShop, now: Date): Promise<Finding> {
  const isOn = await probeEmbed(domain);
  if (isOn === true) return ok("embed");
  if (isOn === false) return failed("embed_missing", "turn_on_embed");
  const { status, carriedAt } = await findTrackingSigns(db(), shopId, regularDays);
  const seen = [status?.embedSeenAt, carriedAt].filter((at) => at instanceof Date);
  if (seen.length === 0) return failed("embed_silent", "turn_on_embed");
  const newest = new Date(Math.max(...seen.map((at) => at.getTime())));
  const meaning = { code: "embed_seen", at: newest } as const;
  return now.getTime() - newest.getTime() > quietMs ? warning(meaning, "turn_on_embed") : ok(meaning);
}

/** Calls the app through the store, as the theme embed does. */
export async function checkProxy({ domain }: InstalledShop): Promise<Finding> {
  const probed = await probeProxy(domain, randomToken());
  if (probed === "reached") return ok("proxy");
  if (probed === "password") return unknown("proxy_password", "remove_password");
  if (probed === "refused") return unknown("proxy_signature");
  const own = appAddress();
  if (probed === "no-answer" && !(await answersAt(`${own}/health`))) {
    return unknown({ code: "app_down", address: own }, "start_app");
  }
  return probed === "no-answer"
    ? failed("proxy_unreached", { code: "reach_address", address: own })
    : failed("proxy_elsewhere", "deploy");
}
