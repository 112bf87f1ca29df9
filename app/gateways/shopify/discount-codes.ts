import { adminGraphql } from "./admin-client.server.ts";

const document = `#graphql
  query DiscountOfCode($code: String!) {
    codeDiscountNodeByCode(code: $code) { id }
  }
`;

type Answer = { codeDiscountNodeByCode: { id: string } | null };

/**
 * True when the store has a discount with this code, whatever its case. Never inside a transaction.
 * @throws PlatformError when it cannot be asked. Source: Admin API, `codeDiscountNodeByCode` (read_discounts).
 */
export async function hasDiscountCode(shopDomain: string, code: string): Promise<boolean> {
  const { codeDiscountNodeByCode } = await adminGraphql<Answer>(shopDomain, document, { code });
  return codeDiscountNodeByCode !== null;
}
