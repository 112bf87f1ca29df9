import { adminGraphql } from "./admin-client.server.ts";

const document = `#graphql
  query GrantedScopes {
    currentAppInstallation {
      accessScopes { handle }
    }
  }
`;

/** Scopes that the merchant has granted by now. @throws PlatformError. Source: Admin API, `currentAppInstallation`. */
export async function readGrantedScopes(shopDomain: string): Promise<string[]> {
  const { currentAppInstallation } = await adminGraphql(shopDomain, document, {});
  return currentAppInstallation.accessScopes.map(({ handle }) => handle);
}
