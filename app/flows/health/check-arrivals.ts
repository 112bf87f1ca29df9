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
    return unknown("No webhook has arrived yet.", "Place a test order, then check again.");
  }
  const list = seen.map(({ topic, at }) => `${topic} ${minuteText(at)}`).join(", ");
  if (failures === 0) return ok(`Last received: ${list}.`);
  const count = failures === 1 ? "1 delivery" : `${failures} deliveries`;
  return warning(
    `${count} failed. Last received: ${list}.`,
    "Retry under Settings, Health, Failed deliveries.",
  );
}

/** `seen`: addresses in X-Forwarded-For of a request to the app. */
export function checkProxies(seen: number | null): Finding {
  const trusted = env().TRUSTED_PROXIES;
  if (env().ALLOW_LOCAL_SHOPIFY === "demo") return unknown("The demo has no proxy.");
  if (seen === null) {
    return unknown("No request was seen yet.", "Open the app in a store's admin, then check again.");
  }
  const meaning = `Requests came through ${seen} ${seen === 1 ? "proxy" : "proxies"}, and TRUSTED_PROXIES is ${trusted}.`;
  return seen === trusted
    ? ok(meaning)
    : warning(meaning, `Set TRUSTED_PROXIES to the number of your proxies.`);
}

export async function checkPixel({ shopId }: InstalledShop): Promise<Finding> {
  const status = await findTrackingStatus(db(), shopId);
  if (!status?.pixelCheckedAt) {
    return unknown("The pixel is being switched on.", "Check again in a minute.");
  }
  const lookAgain = "Select Check again under Tracking.";
  if (status.pixelError !== null) return failed(status.pixelError, lookAgain);
  return status.pixelId === null ? failed("The web pixel is off.", lookAgain) : ok("The web pixel is on.");
}

const switchOn = "Turn on the app embed in the theme editor: Online Store, Themes, Customize, App embeds.";

const quietMs = 7 * 86_400_000;

/** Checks the store's front page. If a password hides it, uses the embed's last report. */
export async function checkEmbed({ shopId, domain }: InstalledShop, now: Date): Promise<Finding> {
  const isOn = await probeEmbed(domain);
  if (isOn === true) return ok("The store's pages carry the theme embed.");
  if (isOn === false) return failed("The store's pages do not carry the theme embed.", switchOn);
  const { status, carriedAt } = await findTrackingSigns(db(), shopId, regularDays);
  const seen = [status?.embedSeenAt, carriedAt].filter((at) => at instanceof Date);
  if (seen.length === 0) return failed("The theme embed has sent nothing yet.", switchOn);
  const newest = new Date(Math.max(...seen.map((at) => at.getTime())));
  const meaning = `The theme embed was last heard of ${minuteText(newest)}.`;
  return now.getTime() - newest.getTime() > quietMs ? warning(meaning, switchOn) : ok(meaning);
}

/** Calls the app through the store, as the theme embed does. */
export async function checkProxy({ domain }: InstalledShop): Promise<Finding> {
  const probed = await probeProxy(domain, randomToken());
  if (probed === "reached") return ok("The store leads /apps/affiliates to the app.");
  if (probed === "password") return unknown("A password protects the store.", "Remove it, then check again.");
  if (probed === "refused") return unknown("The store reached the app, but its signature was not accepted.");
  const own = appAddress();
  if (probed === "no-answer" && !(await answersAt(`${own}/health`))) {
    return unknown(`Not tried: nothing answers at ${own}.`, "Start the app, then check again.");
  }
  return probed === "no-answer"
    ? failed("The store did not reach the app.", `Check that ${own} can be reached from the internet.`)
    : failed("The store does not lead /apps/affiliates to the app.", "Run npm run shopify -- app deploy.");
}

/** For example "2026-11-25 21:40 UTC", because operators may work with stores in any time zone. */
function minuteText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
