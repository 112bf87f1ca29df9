import { isShopDomain, normaliseShopDomain } from "#app/domain/shop-domain.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { beginGrant, type GrantBegun } from "#app/gateways/shopify/auth.server.ts";
import { env } from "#app/platform/env.server.ts";

/** The store's listing rules forbid asking for a domain; a listed app turns the form off. */
export function isInstallFormOn(): boolean {
  return env().INSTALL_FORM === "on";
}

/** Begins an installation on the typed shop. Returns the browser's next address, or a refusal. */
export async function beginInstall(request: Request, typed: string): Promise<GrantBegun | Refusal> {
  const domain = normaliseShopDomain(typed);
  if (domain === "") return refuse("invalid", { code: "value_missing", what: "shop_domain" }, "shop");
  if (!isShopDomain(domain)) return refuse("invalid", { code: "value_invalid", what: "shop_domain" }, "shop");
  return await beginGrant(request, domain, false);
}

/** Continues from the shop's token to the staff member's. */
export async function beginStaffGrant(request: Request, domain: string): Promise<GrantBegun> {
  if (!isShopDomain(domain)) throw new Error("Not a shop's domain");
  return await beginGrant(request, domain, true);
}
