import { shopSettingsBody, type ShopSettingsBody } from "#app/contracts/shop.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { cachedJson } from "#app/http/etag.ts";
import { shopInfoOf } from "#app/http/shop-wire.ts";

/** SPEC §9. */
const keptSeconds = 300;

/** GET /api/v1/shop/info. */
export const loader = apiRoute({
  need: "read",
  run: async ({ context, request }) => cachedJson(request, shopInfoOf(context.shop), keptSeconds),
});

const update = apiRoute({
  need: "write",
  body: shopSettingsBody,
  run: async ({ context, body, now }) => {
    const shop = await changeSettings(context.shopId, settingsOf(body), { actor: context.actor, now });
    return isRefusal(shop) ? shop : shopInfoOf(shop);
  },
});

function settingsOf({ name, logo, ...rest }: ShopSettingsBody) {
  return { displayName: name, logoUrl: logo, ...rest };
}

/** PUT /api/v1/shop/info. */
export async function action(args: Parameters<typeof update>[0]): Promise<Response> {
  return args.request.method === "PUT" ? await update(args) : methodNotAllowed("GET", "PUT");
}
