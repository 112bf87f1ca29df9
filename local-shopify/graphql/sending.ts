/** Where an order goes, and what was sent of it. */
import type { Fulfillment, Order } from "../commerce/order-types.ts";
import type { Address } from "../commerce/types.ts";
import { gid, moment, type Answer, type Args } from "./resolver.ts";

/** A MailingAddress, or null where the order has none. */
export function answerAddress(order: Order, address: Address | null): Answer | null {
  return address && mailingAddress(order.id, address);
}

/** A MailingAddress of an order or a customer. */
export function mailingAddress(id: number, address: Address): Answer {
  return {
    __typename: "MailingAddress",
    id: gid("MailingAddress", id),
    firstName: address.first_name,
    lastName: address.last_name,
    name: address.name,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    zip: address.zip,
    province: address.province,
    provinceCode: address.province_code,
    country: address.country,
    countryCodeV2: address.country_code,
    phone: address.phone,
  };
}

/** `Order.fulfillments`, which is a list without pages. */
export function answerFulfillments(order: Order, args: Args): Answer[] {
  const most = typeof args["first"] === "number" ? args["first"] : order.fulfillments.length;
  return order.fulfillments.slice(0, most).map(answerFulfillment);
}

function answerFulfillment(fulfillment: Fulfillment): Answer {
  return {
    __typename: "Fulfillment",
    id: fulfillment.admin_graphql_api_id,
    legacyResourceId: String(fulfillment.id),
    name: fulfillment.name,
    status: fulfillment.status.toUpperCase(),
    createdAt: moment(fulfillment.created_at),
    updatedAt: moment(fulfillment.updated_at),
    totalQuantity: fulfillment.line_items.reduce((count, line) => count + line.quantity, 0),
  };
}

const displayStatuses = { fulfilled: "FULFILLED", partial: "PARTIALLY_FULFILLED" } as const;

/** OrderDisplayFulfillmentStatus. */
export function answerFulfillmentStatus(order: Order): string {
  return order.fulfillment_status === null ? "UNFULFILLED" : displayStatuses[order.fulfillment_status];
}
