import type { AddressParts } from "#app/domain/fraud/traces.ts";
import { adminGraphql, digitsOf, type Patience } from "./admin-client.server.ts";
import type { CustomersByEmailQuery } from "./admin-types.generated.ts";

const customersByEmail = `#graphql
  query CustomersByEmail($query: String!) {
    customers(first: 5, query: $query) { nodes { id defaultEmailAddress { emailAddress } } }
  }
`;

const customerHomes = `#graphql
  query CustomerHomes($query: String!) {
    customers(first: 5, query: $query) {
      nodes {
        id
        defaultEmailAddress { emailAddress }
        addressesV2(first: 10) { nodes { lastName address1 zip countryCodeV2 } }
      }
    }
  }
`;

const existingCustomers = `#graphql
  query ExistingCustomers($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Customer { id } }
  }
`;

type CustomerNode = CustomersByEmailQuery["customers"]["nodes"][number];
/** Not nullable in the schema, but Shopify may withhold the list. */
type Customers<Node extends CustomerNode> = { readonly nodes: readonly Node[] } | null;

/**
 * The id of the store's customer with exactly this email address. Null if there is none, and if Shopify
 * withholds addresses from the app, so that nobody gets another's account. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `customers` (read_customers).
 */
export async function findCustomerByEmail(shopDomain: string, email: string): Promise<string | null> {
  const query = queryFor(email);
  const { customers } = await adminGraphql(shopDomain, customersByEmail, { query });
  const only = onlyOne(customers, email);
  return only && digitsOf(only.id);
}

/**
 * Like `findCustomerByEmail`, with the addresses of the account. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `Customer.addressesV2` (read_customers).
 */
export async function findCustomerHomes(
  shopDomain: string,
  email: string,
): Promise<{ customerId: string; addresses: AddressParts[] } | null> {
  const query = queryFor(email);
  const { customers } = await adminGraphql(shopDomain, customerHomes, { query });
  const only = onlyOne(customers, email);
  const customerId = only && digitsOf(only.id);
  if (!only || customerId === null) return null;
  const addresses = only.addressesV2.nodes.map((one) => ({ ...one, country: one.countryCodeV2 }));
  return { customerId, addresses };
}

/**
 * Those of at most 250 customers that still exist, by id. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `nodes` (read_customers).
 */
export async function readExistingCustomers(
  shopDomain: string,
  customerIds: readonly string[],
  patience?: Patience,
): Promise<Set<string>> {
  const ids = customerIds.map((id) => `gid://shopify/Customer/${id}`);
  const { nodes } = await adminGraphql(shopDomain, existingCustomers, { ids }, patience);
  return new Set(nodes.flatMap((node) => (node?.id ? [digitsOf(node.id)] : [])));
}

function queryFor(email: string): string {
  return `email:"${email.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** The customer with exactly this address. Null if there are several. */
function onlyOne<Node extends CustomerNode>(customers: Customers<Node>, email: string): Node | null {
  const found = (customers?.nodes ?? []).filter(
    (one) => one.defaultEmailAddress?.emailAddress?.toLowerCase() === email.toLowerCase(),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
