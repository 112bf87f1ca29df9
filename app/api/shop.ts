import { shopInfoWire, shopSettingsBody, type ShopSettingsBody } from "#app/contracts/shop.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { defineCall } from "./define-call.ts";

/** SPEC §9. */
const keptSeconds = 300;

export const shopCalls = [
  defineCall({
    id: "getShopInfo",
    method: "GET",
    path: "/shop/info",
    tag: "Shop",
    summary: "The shop's settings. May be kept for 300 s; has a validator.",
    permission: "read",
    answer: shopInfoWire,
    keptSeconds,
    handle: ({ shop }) => shopInfoOf(shop),
  }),
  defineCall({
    id: "updateShopInfo",
    method: "PUT",
    path: "/shop/info",
    tag: "Shop",
    summary: "Change the shop's settings.",
    permission: "write",
    body: shopSettingsBody,
    answer: shopInfoWire,
    handle: async ({ ctx, body }) => {
      const shop = await changeSettings(ctx, settingsOf(body));
      return isRefusal(shop) ? shop : shopInfoOf(shop);
    },
  }),
];

function settingsOf({ name, logo, ...rest }: ShopSettingsBody) {
  return { displayName: name, logoUrl: logo, ...rest };
}
