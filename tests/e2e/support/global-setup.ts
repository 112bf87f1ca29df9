import type { TestProject } from "vitest/node";
import { startBrowser } from "./browser.ts";
import { startPlace, type Place } from "./stack.ts";

declare module "vitest" {
  // Vitest's own place for what the setup hands to the tests.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  export interface ProvidedContext {
    place: Place;
    /** The address that Playwright connects to. */
    browser: string;
  }
}

/** One product and one browser for the whole run; every journey has a shop and a browser context of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startBrowser();
  const { place, stop } = await startPlace();
  project.provide("place", place);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await stop();
  };
}
