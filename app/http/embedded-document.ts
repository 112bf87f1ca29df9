/** True when the page is to stand in the platform's admin: the admin says so, or the browser does. */
export function isEmbeddedDocument(request: Request): boolean {
  const query = new URL(request.url).searchParams;
  return query.get("embedded") === "1" || isInAdmin(request);
}

/** A document in the admin's frame, or in Shopify's mobile apps, whose web view is no frame. */
export function isInAdmin({ headers }: Request): boolean {
  if (headers.get("Sec-Fetch-Dest") === "iframe") return true;
  return /Shopify (Mobile|POS)\//.test(headers.get("User-Agent") ?? "");
}
