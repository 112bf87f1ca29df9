import { sendToAdmin } from "./admin-client.server.ts";
import { tokenToCheck } from "./offline-token.server.ts";
import { PlatformError } from "./platform-error.ts";

const document = `#graphql
  query TokenCheck {
    shop { id }
  }
`;

/**
 * Asks the platform once: true where it refuses the shop's token with 401, false where it accepts it.
 * @throws PlatformError where it says neither. A 403 is neither: the platform answers so to a call from a wrong address.
 */
export async function isTokenRefused(shopDomain: string): Promise<boolean> {
  const token = await tokenToCheck(shopDomain);
  let status: number;
  try {
    ({ status } = await sendToAdmin({ shopDomain, document, variables: {} }, token));
  } catch (error) {
    throw new PlatformError("unreachable", "The platform gave no answer about the token", { cause: error });
  }
  if (status === 401) return true;
  if (status === 200) return false;
  throw new PlatformError("unreachable", `The platform answered ${status} about the token`);
}
