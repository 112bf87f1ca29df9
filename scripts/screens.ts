/**
 * `npm run screens -- orders payouts`: one contact sheet per screen whose name begins with one of these, as
 * `.data/screens/NAME.png`. Without a name, all screens. A sheet shows the screen standalone and embedded, in both themes,
 * at 1280, 768 and 390, full and empty.
 */
import { spawnSync } from "node:child_process";

const { status } = spawnSync(
  process.execPath,
  ["scripts/test-e2e.ts", "tests/e2e/contact-sheets.ts", "--silent=false"],
  {
    stdio: "inherit",
    env: { ...process.env, CONTACT_SHEETS: process.argv.slice(2).join(",") || "all" },
  },
);
process.exitCode = status ?? 1;
