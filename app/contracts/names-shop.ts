import { z } from "zod";

/** Where a body of these topics names its shop. Source: the platform's payloads, 2026-10. */
const shopFields: ReadonlyMap<string, "myshopify_domain" | "shop_domain"> = new Map([
  ["app/uninstalled", "myshopify_domain"],
  ["shop/update", "myshopify_domain"],
  ["customers/data_request", "shop_domain"],
  ["customers/redact", "shop_domain"],
  ["shop/redact", "shop_domain"],
]);

const text = z.string().nullish();
export const shopNamingBody = z.object({ myshopify_domain: text, shop_domain: text });

/**
 * False where a body has to name its shop and does not name this one. The platform signs the body alone, so a header
 * can be changed without a new signature.
 */
export function namesShop(topic: string, body: unknown, domain: string): boolean {
  const field = shopFields.get(topic);
  return field === undefined || shopNamingBody.parse(body)[field]?.toLowerCase() === domain;
}
