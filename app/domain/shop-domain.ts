const suffix = ".myshopify.com";

/** Placeholder and example in the install form. */
export const exampleShopDomain = `your-shop${suffix}`;

export type ShopDomainFault = "missing" | "invalid";

/** The typed domain, trimmed and in lower case, with the platform's suffix added if it is missing. */
export function normaliseShopDomain(typed: string): string {
  const text = typed.trim().toLowerCase();
  return text === "" || text.includes(suffix) ? text : `${text}${suffix}`;
}

/** True for `{name}.myshopify.com` with letters, digits and inner hyphens, the only form of a shop's domain. */
export function isShopDomain(domain: string): boolean {
  return domain.length <= 255 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.myshopify\.com$/.test(domain);
}

/** Error of a typed domain, or null. Used by the form and the server. */
export function findShopDomainFault(typed: string): ShopDomainFault | null {
  const domain = normaliseShopDomain(typed);
  if (domain === "") return "missing";
  return isShopDomain(domain) ? null : "invalid";
}

/** `demo-store.myshopify.com` → `demo-store`, the name in the URLs of the platform's admin. */
export function shopHandle(domain: string): string {
  return domain.slice(0, -suffix.length);
}
