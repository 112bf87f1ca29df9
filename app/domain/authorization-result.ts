/** Result of an installation, as the result page shows it (SPEC §4). */
export type AuthorizationResult =
  | { readonly kind: "ticket"; readonly token: string; readonly shop: string }
  | { readonly kind: "error"; readonly message: string };

export const authorizationMessages = {
  denied: "Authorization was denied or failed",
  unexpected: "Unexpected OAuth flow - please try installing the app again",
  missing: "Missing required authorization parameters",
  failed: "Authentication failed",
} as const;

/** Longest text from the address that is shown to a person. */
const longestMessage = 300;

/** Reads the parameters of /auth/success. An error wins; a ticket needs its shop. */
export function readAuthorization(params: URLSearchParams): AuthorizationResult {
  const value = (name: string) => params.get(name)?.trim() ?? "";
  if (params.has("error")) {
    const message = value("error_description") || value("error") || authorizationMessages.denied;
    return { kind: "error", message: message.slice(0, longestMessage) };
  }
  const token = value("token");
  const shop = value("shop");
  if (token && shop) return { kind: "ticket", token, shop };
  const message = value("code") && shop ? authorizationMessages.unexpected : authorizationMessages.missing;
  return { kind: "error", message };
}
