/** How a field finds its value, and how it refuses when there is none. */
import {
  getNamedType,
  GraphQLError,
  isCompositeType,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
} from "graphql";
import type { LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { allows, type AdminSchema } from "./schema.ts";

/** Shared by the resolvers of one request. */
export interface Asking {
  ctx: LocalContext;
  shop: ShopState;
  scopes: string[];
  admin: AdminSchema;
  /** Cost of the answer so far. */
  cost: { points: number };
}

export type Args = Record<string, unknown>;

/**
 * An object of the schema as the resolvers make it: a value for each field that the local platform knows, or
 * a function where the value takes work or arguments. A field that is missing is refused loudly.
 */
export type Answer = Record<string, unknown>;

export const resolveField: GraphQLFieldResolver<unknown, Asking> = (source, args: Args, asking, info) => {
  const name = `${info.parentType.name}.${info.fieldName}`;
  checkAccess(asking, name, info.fieldName);
  if (asking.ctx.state.switches.withhold && protectedFields.has(name)) throw notApproved(info.fieldName);
  const value: unknown = isAnswer(source) ? source[info.fieldName] : undefined;
  if (value === undefined) {
    throw new GraphQLError(`The local platform does not implement ${name}.`, {
      extensions: { code: "NOT_IMPLEMENTED_LOCALLY" },
    });
  }
  const answered = typeof value === "function" ? (value(args) as unknown) : value;
  asking.cost.points += pointsOf(answered, info);
  return answered;
};

/** Cost of an answered field: a node of a connection 1, an object outside connections 1 (see cost.ts). */
function pointsOf(answered: unknown, { parentType, returnType, path }: GraphQLResolveInfo): number {
  const { name } = getNamedType(returnType);
  const isPart = parentType.name.endsWith("Connection");
  if (isPart && Array.isArray(answered)) return answered.length;
  const isFree = isPart || name.endsWith("Connection") || !isCompositeType(getNamedType(returnType));
  return isFree || isInList(path) ? 0 : 1;
}

function isInList(path: GraphQLResolveInfo["path"] | undefined): boolean {
  return path !== undefined && (typeof path.key === "number" || isInList(path.prev));
}

/** Fields of customers and their orders that are documented as protected customer data. */
const protectedFields: ReadonlySet<string> = new Set([
  "QueryRoot.customer",
  "QueryRoot.customers",
  "Order.customer",
  "Order.email",
  "Order.phone",
  "Order.shippingAddress",
  "Order.billingAddress",
  "Order.statusPageUrl",
]);

export function notApproved(field: string): GraphQLError {
  return new GraphQLError(`This app is not approved to access the ${field} field.`, {
    extensions: {
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/docs/apps/launch/protected-customer-data",
    },
  });
}

function checkAccess(asking: Asking, name: string, field: string): void {
  const need = asking.admin.requiredAccess.get(name);
  if (need === undefined || allows(asking.scopes, need)) return;
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${need}`, {
    extensions: {
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/api/usage/access-scopes",
      requiredAccess: need,
    },
  });
}

function isAnswer(source: unknown): source is Answer {
  return typeof source === "object" && source !== null;
}

/** The platform's refusal of a request that makes no sense to it. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** An argument as text, or null when it was left out. */
export function readText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** `gid("Order", 5)` → `gid://shopify/Order/5`. */
export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

/** The number in a global id of that type, or null for any other text. */
export function readGid(type: string, id: unknown): number | null {
  const match = new RegExp(`^gid://shopify/${type}/(\\d+)$`).exec(readText(id) ?? "");
  return match === null ? null : Number(match[1]);
}

/** A moment as GraphQL writes it: UTC, whole seconds. */
export function moment(iso: string | null): string | null {
  return iso === null ? null : `${new Date(iso).toISOString().slice(0, 19)}Z`;
}
