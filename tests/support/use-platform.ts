import { afterAll, beforeAll } from "vitest";
import type { LocalShopify } from "../../local-shopify/server.ts";
import { startPlatform } from "./local-platform.ts";

/** A platform for all tests of a file. It starts before them, so only they can use it. */
export function usePlatform(now?: () => Date): LocalShopify {
  const platform = {} as LocalShopify;
  beforeAll(async () => {
    Object.assign(platform, await startPlatform(now));
  });
  afterAll(() => platform.close());
  return platform;
}
