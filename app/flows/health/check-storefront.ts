import { failed, type Finding, ok, unknown, warning } from "#app/domain/health-check.ts";
import { answersAt, probeEmbed, probeProxy } from "#app/gateways/shopify/probe-storefront.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import type { InstalledShop } from "#app/store/health.ts";
import { findTrackingStatus, newestCarriedClick } from "#app/store/tracking-status.ts";
import { minuteText } from "./minute-text.ts";

export async function checkPixel({ shopId }: InstalledShop): Promise<Finding> {
  const status = await findTrackingStatus(db(), shopId);
  if (!status?.pixelCheckedAt) {
    return unknown("The pixel is being switched on.", "Check again in a minute.");
  }
  const lookAgain = "Click Look again under Tracking on the dashboard.";
  if (status.pixelError !== null) return failed(status.pixelError, lookAgain);
  return status.pixelId === null ? failed("The web pixel is off.", lookAgain) : ok("The web pixel is on.");
}

const switchOn = "Turn on the app embed in the theme editor: Online Store, Themes, Customize, App embeds.";
const quietMs = 7 * 86_400_000;

/** The store's front page tells; where a password hides it, what the embed sent last. */
export async function checkEmbed({ shopId, domain }: InstalledShop, now: Date): Promise<Finding> {
  const isOn = await probeEmbed(domain);
  if (isOn === true) return ok("The store's pages carry the theme embed.");
  if (isOn === false) return failed("The store's pages do not carry the theme embed.", switchOn);
  const [status, carriedAt] = await Promise.all([
    findTrackingStatus(db(), shopId),
    newestCarriedClick(db(), shopId),
  ]);
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
