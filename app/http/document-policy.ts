type Sources = {
  /** How inline scripts are allowed: a nonce, or a hash where the document is the same for everybody. */
  readonly inline: string;
  /** App Bridge's address, where the document may load it. */
  readonly bridgeUrl?: string;
};

/** Where App Bridge sends its measurements, and where it reaches Shopify. */
const shopifyServices = "https://*.shopify.com https://*.shopifysvc.com";

/**
 * The Content-Security-Policy of a document, without who may frame it. Polaris and React write inline styles. Logos and
 * pictures of products may be anywhere on https. There is no form-action: browsers apply it to redirects too, and the
 * install form leads to Shopify.
 */
export function documentPolicy({ inline, bridgeUrl }: Sources): string {
  return [
    "default-src 'self'",
    `script-src 'self' '${inline}'${bridgeUrl ? ` ${folderOf(bridgeUrl)}` : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    `connect-src 'self'${bridgeUrl ? ` ${shopifyServices}` : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** App Bridge may load more scripts from its own folder. Anyone may upload to other folders of Shopify's CDN. */
function folderOf(bridgeUrl: string): string {
  return new URL(".", bridgeUrl).href;
}
