import type { LocalShopify } from "../../local-shopify/server.ts";

/** Has the platform show the app orders older than 60 days. */
export function grantAllOrders(platform: LocalShopify, domain: string): void {
  platform.ctx.mutate((state) => {
    const holders = [
      state.shops[domain]?.installation,
      ...state.accessTokens.filter(({ shop }) => shop === domain),
    ];
    for (const holder of holders) holder?.scopes.push("read_all_orders");
  });
}
