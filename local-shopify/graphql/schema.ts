/** The official Admin schema, and what the platform's documentation says a field needs. */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";

export const adminApiVersion = "2026-10";

export interface AdminSchema {
  schema: GraphQLSchema;
  /** The documented need of a field, by `Type.field`, as the platform words it. */
  requiredAccess: Map<string, string>;
}

/** Root fields whose need stands only in prose; the scope that the platform asks for. */
const rootNeeds: Record<string, string> = {
  "QueryRoot.order": "read_orders",
  "QueryRoot.orders": "read_orders",
  "QueryRoot.ordersCount": "read_orders",
  "QueryRoot.product": "read_products",
  "QueryRoot.products": "read_products",
  "QueryRoot.customer": "read_customers",
  "QueryRoot.customers": "read_customers",
  "Order.customer": "read_customers",
  "Customer.storeCreditAccounts": "read_store_credit_accounts",
  "QueryRoot.storeCreditAccount": "read_store_credit_accounts",
  "StoreCreditAccount.transactions": "read_store_credit_account_transactions",
  "StoreCreditAccountCreditTransaction.account": "read_store_credit_accounts",
  "StoreCreditAccountDebitTransaction.account": "read_store_credit_accounts",
};

let loaded: AdminSchema | null = null;

/** Reads and builds the schema at the first call; it takes about a third of a second. */
export function loadAdminSchema(): AdminSchema {
  loaded ??= readAdminSchema();
  return loaded;
}

function readAdminSchema(): AdminSchema {
  const manifest = findPackageJSON("@shopify/dev-mcp", import.meta.url);
  if (manifest === undefined) throw new Error("The package @shopify/dev-mcp is not installed: run npm ci.");
  const file = join(dirname(manifest), "dist", "data", `admin_${adminApiVersion}.json.gz`);
  const saved: { data: AnnotatedIntrospection } = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
  const requiredAccess = new Map(
    Object.entries(rootNeeds).map(([field, scope]) => [field, `\`${scope}\` access scope.`]),
  );
  for (const type of saved.data.__schema.types) {
    for (const field of ("fields" in type && type.fields) || []) {
      const need: unknown = "requiredAccess" in field ? field.requiredAccess : null;
      if (typeof need === "string") requiredAccess.set(`${type.name}.${field.name}`, need);
    }
  }
  return { schema: buildClientSchema(saved.data), requiredAccess };
}

type AnnotatedIntrospection = IntrospectionQuery;

/** True if these scopes meet a documented requirement. Every scope named in it counts as required. */
export function allows(scopes: string[], need: string): boolean {
  const named = [...need.matchAll(/`((?:read|write)_[a-z_]+)`/g)].map((match) => match[1] ?? "");
  if (named.length === 0) return true;
  const holds = (scope: string): boolean =>
    scopes.includes(scope) ||
    (scope.startsWith("read_") && scopes.includes(scope.replace("read_", "write_")));
  return / or /.test(need) ? named.some(holds) : named.every(holds);
}
