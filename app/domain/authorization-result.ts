/** Result of an installation, as the result page shows it (SPEC §4). */
export type AuthorizationResult =
  | { readonly kind: "ticket"; readonly token: string; readonly shop: string }
  | { readonly kind: "error"; readonly fault: AuthorizationFault | { readonly said: string } };

/** An error of ours. Shopify's own errors are shown in its words, `said`. */
export type AuthorizationFault = "denied" | "unexpected" | "missing" | "failed";

/** Longest text from the address that is shown to a person. */
const longestMessage = 300;

/** Reads the parameters of /auth/success. An error wins; a ticket needs its shop. */
export function readAuthorization(params: URLSearchParams): AuthorizationResult {
  const value = (name: string) => params.get(name)?.trim() ?? "";
  if (params.has("error")) {
    const said = value("error_description") || value("error");
    return { kind: "error", fault: said === "" ? "denied" : { said: said.slice(0, longestMessage) } };
  }
  const token = value("token");
  const shop = value("shop");
  if (token && shop) return { kind: "ticket", token, shop };
  return { kind: "error", fault: value("code") && shop ? "unexpected" : "missing" };
}
