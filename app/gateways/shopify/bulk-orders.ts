import { merchantTexts } from "#app/i18n/texts.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { describeError, log } from "../../platform/log.server.ts";
import { platformFetch } from "./addresses.ts";
import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type { BulkOrdersQuery } from "./admin-types.generated.ts";
import { type LineAnswer, type OrderAnswer, type Page, readOrderAnswer } from "./read-order-answer.ts";
import { PlatformError } from "./platform-error.ts";

/** State of a bulk operation. `url` is null while there is no file, and if the file would be empty. */
export type BulkState = {
  readonly status: "running" | "completed" | "failed";
  /** Orders found so far. */
  readonly orders: number;
  readonly url: string | null;
  /** Shopify's error code. */
  readonly error: string | null;
};

/**
 * An order of the file. `facts` is null if the order has to be fetched separately: the file has no refunds
 * and edits, and an unreadable order must not stop the import of those after it.
 */
export type BulkOrder = { readonly orderId: string; readonly facts: OrderFacts | null };

/**
 * Starts a bulk operation for the orders created in a span and returns its id. Null while Shopify runs
 * another one of the app.
 * @throws PlatformError, `denied` if the app may not run bulk operations. Source: Admin API,
 * `bulkOperationRunQuery`.
 */
export async function startBulkOrders(
  shopDomain: string,
  span: { readonly from: Date; readonly until: Date },
): Promise<string | null> {
  const query = bulkOrdersQuery(span.from, span.until);
  const { bulkOperationRunQuery: answer } = await adminGraphql(shopDomain, runBulkDocument, { query });
  if (answer?.bulkOperation) return answer.bulkOperation.id;
  const [fault] = answer?.userErrors ?? [];
  if (fault?.code === "OPERATION_IN_PROGRESS" || fault?.code === "LIMIT_REACHED") return null;
  const message = fault?.message ?? merchantTexts("providers")("shopify.noOperation");
  throw new PlatformError(isBulkDenied(message) ? "denied" : "refused", message);
}

/** True if a user error means that the app may not run bulk operations, for which there is no error code. */
export function isBulkDenied(message: string): boolean {
  return /access denied/i.test(message);
}

const runningStatuses: ReadonlySet<string> = new Set(["CREATED", "RUNNING"]);
const failedStatuses: ReadonlySet<string> = new Set(["FAILED", "CANCELED", "CANCELING", "EXPIRED"]);

/**
 * Progress of a bulk operation. Null if Shopify no longer knows it.
 * @throws PlatformError
 */
export async function readBulkState(shopDomain: string, operationId: string): Promise<BulkState | null> {
  const { bulkOperation } = await adminGraphql(shopDomain, bulkStateDocument, { id: operationId });
  if (bulkOperation === null) return null;
  const { status, errorCode, rootObjectCount, url } = bulkOperation;
  const failed = failedStatuses.has(status);
  const finished = failed ? "failed" : "completed";
  return {
    status: runningStatuses.has(status) ? "running" : finished,
    orders: Number(rootObjectCount),
    url,
    error: failed ? (errorCode ?? status) : null,
  };
}

/**
 * The orders of a file, line by line as it arrives, so that it is never in memory as a whole.
 * @throws PlatformError if the file can't be fetched or is cut off
 */
export async function* streamBulkOrders(
  url: string,
  hashEmail: (email: string) => string,
): AsyncGenerator<BulkOrder> {
  const answer = await platformFetch(url);
  if (!answer.ok || !answer.body) {
    throw new PlatformError(
      "unreachable",
      merchantTexts("providers")("shopify.fileAnswered", { status: answer.status }),
    );
  }
  let open: OrderLines | null = null;
  for await (const line of linesOf(answer.body)) {
    const object = JSON.parse(line) as RootLine | ChildLine;
    if ("__parentId" in object) {
      const { __parentId: parentId } = object;
      if (parentId === open?.root.id) open.children.push(object);
      continue;
    }
    if (open) yield bulkOrder(open, hashEmail);
    open = { root: object, children: [] };
  }
  if (open) yield bulkOrder(open, hashEmail);
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = `${rest}${value}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
  if (rest !== "") yield rest;
}

type RootLine = Omit<
  BulkOrdersQuery["orders"]["edges"][number]["node"],
  "lineItems" | "shippingLines" | "discountApplications"
>;
type ShippingAnswer = OrderAnswer["shippingLines"]["nodes"][number];
type ApplicationAnswer = OrderAnswer["discountApplications"]["nodes"][number];
type Child = LineAnswer | ShippingAnswer | ApplicationAnswer;
type ChildLine = Child & { readonly __typename: string; readonly __parentId: string };
type OrderLines = { readonly root: RootLine; readonly children: ChildLine[] };

function bulkOrder({ root, children }: OrderLines, hashEmail: (email: string) => string): BulkOrder {
  const orderId = digitsOf(root.id);
  const isWhole = root.refunds.length === 0 && !root.edited && root.returnStatus === "NO_RETURN";
  if (!isWhole) return { orderId, facts: null };
  const order = {
    ...root,
    refunds: [],
    linesAddedLater: [],
    lineItems: pageOf<LineAnswer>(children, (type) => type === "LineItem"),
    shippingLines: pageOf<ShippingAnswer>(children, (type) => type === "ShippingLine"),
    discountApplications: pageOf<ApplicationAnswer>(children, (type) => type.endsWith("Application")),
  };
  try {
    return { orderId, facts: readOrderAnswer(order, hashEmail) };
  } catch (error) {
    log.warn("An order of a file could not be read", { orderId, ...describeError(error) });
    return { orderId, facts: null };
  }
}

/** Children of one kind, by their typename. */
function pageOf<Node>(children: readonly ChildLine[], isOne: (type: string) => boolean): Page<Node> {
  const nodes = children.filter((child) => isOne(child.__typename)) as unknown as Node[];
  return { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
}

/**
 * Query for the orders of some days. Bulk operations can't read lists within lists, such as an order's
 * refunds, so orders with refunds or edits are fetched one by one afterwards.
 */
const bulkOrdersDocument = `#graphql
  {
    orders(query: "created_at:>='FROM' AND created_at:<'UNTIL'") {
      edges {
        node {
          id
          legacyResourceId
          name
          currencyCode
          presentmentCurrencyCode
          createdAt
          updatedAt
          cancelledAt
          test
          edited
          returnStatus
          disputes { status }
          displayFinancialStatus
          displayFulfillmentStatus
          fulfillments(first: 10) { createdAt status }
          shippingAddress { countryCodeV2 lastName address1 zip }
          billingAddress { countryCodeV2 lastName address1 zip }
          sourceName
          tags
          note
          attribution { displayName }
          taxesIncluded
          email
          checkoutToken
          discountCodes
          customAttributes { key value }
          customer { id tags }
          customerJourneySummary { customerOrderIndex lastVisit { landingPage referrerUrl } }
          totalTipReceivedSet { shopMoney { amount currencyCode } }
          originalTotalDutiesSet { shopMoney { amount currencyCode } }
          refunds { id }
          discountApplications {
            edges { node { __typename ... on DiscountCodeApplication { code } } }
          }
          lineItems {
            edges {
              node {
                __typename
                id
                title
                quantity
                currentQuantity
                isGiftCard
                sku
                vendor
                product { id }
                variant { id }
                sellingPlan { sellingPlanId }
                originalUnitPriceSet { shopMoney { amount currencyCode } }
                discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } }
                taxLines { priceSet { shopMoney { amount currencyCode } } }
              }
            }
          }
          shippingLines {
            edges {
              node {
                __typename
                id
                title
                discountedPriceSet { shopMoney { amount currencyCode } }
                taxLines { priceSet { shopMoney { amount currencyCode } } }
              }
            }
          }
        }
      }
    }
  }
`;

const runBulkDocument = `#graphql
  mutation ReadOrdersInBulk($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id }
      userErrors { message code }
    }
  }
`;

const bulkStateDocument = `#graphql
  query BulkState($id: ID!) {
    bulkOperation(id: $id) { status errorCode rootObjectCount url }
  }
`;

/** The query text for orders created from one instant on and before another. */
export function bulkOrdersQuery(from: Date, until: Date): string {
  return bulkOrdersDocument.replace("FROM", from.toISOString()).replace("UNTIL", until.toISOString());
}
