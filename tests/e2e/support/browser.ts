import { chromium, type BrowserServer } from "playwright-core";
import { findChromium } from "../../../scripts/find-chromium.ts";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  // Takes the place of Playwright's own list, which would also switch off that a frame's storage is its own.
  "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding",
  "--disable-component-update",
  "--disable-sync",
  // The admin's frame must work where cookies of other sites are refused: so they are, for everybody.
  "--test-third-party-cookie-phaseout",
];

/** Starts Chromium; test files connect to it and open contexts of their own. */
export async function startBrowser(): Promise<BrowserServer> {
  const executablePath = findChromium(process.env["CHROMIUM_PATH"]);
  if (!executablePath) throw new Error("No Chromium: name one in CHROMIUM_PATH.");
  return await chromium.launchServer({ executablePath, args: flags, host: "127.0.0.1" });
}
