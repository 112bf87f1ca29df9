import { createHmac, randomBytes } from "node:crypto";

/**
 * Signs a query as the platform does: hex HMAC-SHA256 over the sorted, URL-encoded pairs, without `hmac`
 * itself. Answers the parameters with `hmac` added.
 */
export function signQuery(query: Record<string, string>, secret: string): URLSearchParams {
  const params = new URLSearchParams(
    Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );
  const text = params.toString().replaceAll("+", "%20");
  params.set("hmac", createHmac("sha256", secret).update(text).digest("hex"));
  return params;
}

/** The `host` parameter: where the shop's admin lives, in unpadded base64. */
export function hostParameter(name: string): string {
  return Buffer.from(`admin.shopify.com/store/${name}`).toString("base64").replaceAll("=", "");
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
