import type { Order } from "../commerce/order-types.ts";
import { gid, moment, type Answer } from "./resolver.ts";

/** What the storefront saw before the order, or null for an order that did not come from it. */
export function answerJourney(order: Order): Answer | null {
  if (order.source_name !== "web" || order.landing_site === null) return null;
  const visit = answerVisit(order, order.landing_site);
  return {
    ready: true,
    daysToConversion: 0,
    customerOrderIndex: null,
    momentsCount: { count: 1, precision: "EXACT" },
    firstVisit: visit,
    lastVisit: visit,
  };
}

function answerVisit(order: Order, landingSite: string): Answer {
  const landing = new URL(landingSite, new URL(order.order_status_url).origin);
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
