import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";

const customersByEmail = `#graphql
  query CustomersByEmail($query: String!) {
    customers(first: 5, query: $query) { nodes { id defaultEmailAddress { emailAddress } } }
  }
`;

type Answer = {
  customers: {
    nodes: { id: string; defaultEmailAddress: { emailAddress: string | null } | null }[];
  } | null;
};

/**
 * The store's customer with exactly this e-mail address, as digits; null where there is none, and where the platform
 * withholds addresses from the app, so that nobody's account is taken for another's. Never inside a transaction.
 * @throws PlatformError when it cannot be asked. Source: Admin API, `customers` (read_customers).
 */
export async function findCustomerByEmail(shopDomain: string, email: string): Promise<string | null> {
  const query = `email:"${email.replaceAll(/["\\]/g, "\\$&")}"`;
  const { customers } = await adminGraphql<Answer>(shopDomain, customersByEmail, { query });
  const found = (customers?.nodes ?? []).filter(
    (one) => one.defaultEmailAddress?.emailAddress?.toLowerCase() === email.toLowerCase(),
  );
  const [only] = found;
  return only && found.length === 1 ? digitsOf(only.id) : null;
}
