const suffix = ".myshopify.com";

/** Placeholder and example in the install form. */
export const exampleShopDomain = `your-shop${suffix}`;

export const shopDomainMessages = {
  missing: "Please enter your shop domain",
  invalid: `Please enter a valid Shopify store domain (e.g., ${exampleShopDomain})`,
} as const;

/** The typed domain, trimmed and in lower case, with the platform's suffix added if it is missing. */
export function normaliseShopDomain(typed: string): string {
  const text = typed.trim().toLowerCase();
  return text === "" || text.includes(suffix) ? text : `${text}${suffix}`;
}

/** True for `{name}.myshopify.com` with letters, digits and inner hyphens, the only form of a shop's domain. */
export function isShopDomain(domain: string): boolean {
  return domain.length <= 255 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.myshopify\.com$/.test(domain);
}

/** Error message for a typed domain, or null. Used by the form and the server. */
export function shopDomainProblem(typed: string): string | null {
  const domain = normaliseShopDomain(typed);
  if (domain === "") return shopDomainMessages.missing;
  return isShopDomain(domain) ? null : shopDomainMessages.invalid;
}

/** `demo-store.myshopify.com` → `demo-store`, the name in the URLs of the platform's admin. */
export function shopHandle(domain: string): string {
  return domain.slice(0, -suffix.length);
}
