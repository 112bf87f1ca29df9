/** Names of the histories' products, customers and orders. */
export const productIds = ["901", "902", "903", "904"] as const;
export const skus = ["SKU-1", "SKU-2"] as const;
export const vendors = ["Acme", "Potter"] as const;
export const productTags = ["sale", "New"] as const;
export const customerTags = ["vip", "Wholesale"] as const;
export const countries = ["US", "DE", "JP"] as const;
export const sources = ["web", "pos", "shopify_draft_order", "iphone"] as const;
export const customerIdOf = (email: string): string => (email === "ada@shop.example" ? "77" : "78");
/** The code of the affiliate of that place. */
export const codeAt = (index: number): string => `AFF${index}`;
export const subIds = ["blog", "mail"] as const;
export const affiliateTags = ["Gold", "new"] as const;
