import type { Order } from "../commerce/order-types.ts";
import { gid, moment, type Answer, type Asking } from "./resolver.ts";

/** The visit before the order. Null for an order that did not come from the storefront. */
export function answerJourney(asking: Asking, order: Order): Answer | null {
  if (order.source_name !== "web") return null;
  const visit =
    order.landing_site === null ? null : answerVisit(order, visitedAddress(asking, order.landing_site));
  return {
    ready: true,
    daysToConversion: 0,
    customerOrderIndex: findOrderIndex(asking, order),
    momentsCount: { count: visit === null ? 0 : 1, precision: "EXACT" },
    firstVisit: visit,
    lastVisit: visit,
  };
}

/** Which of the customer's orders this is, from 1; test orders are not counted and have none. */
function findOrderIndex(asking: Asking, order: Order): number | null {
  if (order.customer === null || order.test) return null;
  const customerId = order.customer.id;
  const real = asking.shop.orders.filter((other) => other.customer?.id === customerId && !other.test);
  return real.filter((other) => other.id < order.id).length + 1;
}

/** The landing site is a path of the storefront, whose root lies deeper here than on the platform. */
function visitedAddress(asking: Asking, landingSite: string): URL {
  return new URL(`${asking.ctx.url}/shops/${asking.shop.domain}${landingSite}`);
}

function answerVisit(order: Order, landing: URL): Answer {
  const { searchParams } = landing;
  return {
    __typename: "CustomerVisit",
    id: gid("CustomerVisit", order.id),
    landingPage: landing.href,
    occurredAt: moment(order.created_at),
    referralCode: searchParams.get("ref"),
    referrerUrl: order.referring_site,
    source: order.referring_site === null ? "direct" : new URL(order.referring_site).hostname,
    sourceDescription: null,
    sourceType: null,
    marketingEvent: null,
    utmParameters: searchParams.has("utm_source") ? answerUtm(searchParams) : null,
  };
}

function answerUtm(params: URLSearchParams): Answer {
  const names = ["source", "medium", "campaign", "content", "term"];
  return Object.fromEntries(names.map((name) => [name, params.get(`utm_${name}`)]));
}
