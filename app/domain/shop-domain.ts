const suffix = ".myshopify.com";

/** Placeholder and example of the install form. */
export const exampleShopDomain = `your-shop${suffix}`;

export const shopDomainMessages = {
  missing: "Please enter your shop domain",
  invalid: `Please enter a valid Shopify store domain (e.g., ${exampleShopDomain})`,
} as const;

/** What was typed, trimmed, in lower case, with the platform's suffix where it was left out. */
export function normaliseShopDomain(typed: string): string {
  const text = typed.trim().toLowerCase();
  return text === "" || text.includes(suffix) ? text : `${text}${suffix}`;
}

/** True for `{name}.myshopify.com` with letters, digits and inner hyphens: the only form a shop's domain has. */
export function isShopDomain(domain: string): boolean {
  return domain.length <= 255 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.myshopify\.com$/.test(domain);
}

/** The message for what was typed, or null when it names a shop. Used by the form and by the server alike. */
export function shopDomainProblem(typed: string): string | null {
  const domain = normaliseShopDomain(typed);
  if (domain === "") return shopDomainMessages.missing;
  return isShopDomain(domain) ? null : shopDomainMessages.invalid;
}

/** `demo-store.myshopify.com` → `demo-store`, the name the platform's admin uses in addresses. */
export function shopHandle(domain: string): string {
  return domain.slice(0, -suffix.length);
}
