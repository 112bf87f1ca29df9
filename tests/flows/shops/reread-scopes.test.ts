import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { readNotices } from "#app/jobs/inbox.ts";
import { db } from "#app/platform/db.server.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { installApp, revokeScopes } from "../../../local-shopify/installation.ts";
import { install, makeBrowser } from "../../support/browser.ts";
import { deliver } from "../../support/inbox.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();
const optional = "read_store_credit_accounts";

it("reads the scopes from the shop's API, whatever the body of app/scopes_update says", async () => {
  const shop = addPlatformShop(platform);
  await install(makeBrowser(), shop.domain);
  const hasScope = async (scope: string): Promise<boolean> =>
    (await findShopByDomain(db(), shop.domain))?.scopes?.split(",").includes(scope) ?? false;
  const tell = async (current: string[]): Promise<void> => {
    await deliver(shop, "app/scopes_update", { id: 1, previous: [], current }, randomUUID(), new Date());
    while (await readNotices());
  };
  await tell([optional]);
  expect([await hasScope("read_orders"), await hasScope(optional)]).toEqual([true, false]);
  installApp(platform.ctx, shop, [optional]);
  await tell(["read_orders"]);
  expect([await hasScope("read_orders"), await hasScope(optional)]).toEqual([true, true]);
  revokeScopes(platform.ctx, shop, [optional]);
  await tell([optional]);
  expect([await hasScope("read_orders"), await hasScope(optional)]).toEqual([true, false]);
});
