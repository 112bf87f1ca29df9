/** Supported root fields. Every other one is refused with an error. */
import { findDiscount } from "../commerce/choose-discounts.ts";
import {
  answerInstallation,
  answerPixel,
  answerShop,
  answerUninstall,
  connectSubscriptions,
  pixelMutations,
  revokeScopes,
} from "./app.ts";
import { connectCollections, findCollection } from "./collection.ts";
import { bulkMutations, bulkQueries } from "./bulk.ts";
import { connectCustomers, findCustomer } from "./customer.ts";
import { answerCodeNode, connectDiscounts, findDiscountByGid } from "./discount.ts";
import { discountMutations } from "./discount-mutations.ts";
import { findCreation } from "./redeem-code-mutations.ts";
import { connectOrders, findOrder, findRefund } from "./order.ts";
import { connectProducts, findProduct } from "./product.ts";
import { findStoreCreditAccount, storeCreditMutations } from "./store-credit.ts";
import {
  badRequest,
  notApproved,
  readGid,
  readText,
  type Answer,
  type Args,
  type Asking,
} from "./resolver.ts";

/** The fields of QueryRoot that the local platform knows. */
export function queryRoot(asking: Asking): Answer {
  return {
    ...bulkQueries(asking),
    shop: () => answerShop(asking),
    currentAppInstallation: () => answerInstallation(asking),
    order: (args: Args) => findOrder(asking, args["id"]),
    refund: (args: Args) => findRefund(asking, args["id"]),
    orders: (args: Args) => connectOrders(asking, args),
    product: (args: Args) => findProduct(asking, readGid("Product", args["id"])),
    products: (args: Args) => connectProducts(asking, args),
    collection: (args: Args) => findCollection(asking, args["id"]),
    collections: (args: Args) => connectCollections(asking, args),
    customer: (args: Args) => findCustomer(asking, args["id"]),
    customers: (args: Args) => connectCustomers(asking, args),
    storeCreditAccount: (args: Args) => findStoreCreditAccount(asking, args["id"]),
    codeDiscountNode: (args: Args) => findCodeNode(asking, args["id"]),
    codeDiscountNodeByCode: (args: Args) => {
      const discount = findDiscount(asking.shop.discounts, readText(args["code"]) ?? "");
      return discount === undefined ? null : answerCodeNode(asking, discount);
    },
    codeDiscountNodes: (args: Args) => connectDiscounts(asking, args, "DiscountCodeNode"),
    discountRedeemCodeBulkCreation: (args: Args) => findCreation(asking, args["id"]),
    discountNodes: (args: Args) => connectDiscounts(asking, args, "DiscountNode"),
    webhookSubscriptions: (args: Args) => connectSubscriptions(asking, args),
    webPixel: () => answerPixel(asking),
    node: (args: Args) => findNode(asking, args["id"]),
    nodes: (args: Args) =>
      Array.isArray(args["ids"])
        ? args["ids"].map((id) => withheldNode(asking, id) ?? findNode(asking, id))
        : [],
  };
}

/** The fields of Mutation that the local platform knows. */
export function mutationRoot(asking: Asking): Answer {
  return {
    ...discountMutations(asking),
    ...pixelMutations(asking),
    ...bulkMutations(asking, queryRoot),
    ...storeCreditMutations(asking),
    appRevokeAccessScopes: (args: Args) => revokeScopes(asking, args["scopes"]),
    appUninstall: () => answerUninstall(asking),
  };
}

function findCodeNode(asking: Asking, id: unknown): Answer | null {
  const discount = findDiscountByGid(asking, id);
  return discount === null ? null : answerCodeNode(asking, discount);
}

/** The fault of a node that the app may not see; GraphQL puts it at that place of the list. */
function withheldNode(asking: Asking, id: unknown): Error | null {
  const isCustomer = readGid("Customer", id) !== null;
  return isCustomer && asking.ctx.state.switches.withhold ? notApproved("Customer") : null;
}

function findNode(asking: Asking, id: unknown): Answer | null {
  const type = /^gid:\/\/shopify\/(\w+)\//.exec(readText(id) ?? "")?.[1];
  if (type === "Order") return findOrder(asking, id);
  if (type === "Product") return findProduct(asking, readGid("Product", id));
  if (type === "Collection") return findCollection(asking, id);
  if (type === "Customer") return findCustomer(asking, id);
  if (type === "StoreCreditAccount") return findStoreCreditAccount(asking, id);
  if (type === "DiscountCodeNode") return findCodeNode(asking, id);
  throw badRequest(`The local platform does not implement node() for ${type ?? "this id"}.`);
}
