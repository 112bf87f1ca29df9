import { existsSync } from "node:fs";

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser named by CHROMIUM_PATH, else the first of the usual places; undefined when there is none. */
export function findChromium(named: string | undefined): string | undefined {
  return (named ? [named] : usual).find((path) => existsSync(path));
}
