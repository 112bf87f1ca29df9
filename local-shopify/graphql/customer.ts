import { formatAmount, parseAmount } from "../commerce/money.ts";
import { orderAddress } from "../commerce/order-customer.ts";
import type { OrderCustomer } from "../commerce/order-types.ts";
import type { Customer } from "../commerce/types.ts";
import { connect } from "./connection.ts";
import { money } from "./money.ts";
import { connectAccounts } from "./store-credit.ts";
import { gid, moment, readGid, type Answer, type Args, type Asking } from "./resolver.ts";
import { mailingAddress } from "./sending.ts";
import { matchMoment, matchNumber, matchText, search, unknownFilter, type Term } from "./search.ts";

/** A Customer of the shop. */
export function answerCustomer(asking: Asking, customer: Customer): Answer {
  const { shop } = asking;
  const orders = shop.orders.filter((order) => order.customer?.id === customer.id);
  return {
    __typename: "Customer",
    id: gid("Customer", customer.id),
    legacyResourceId: String(customer.id),
    email: customer.email,
    defaultEmailAddress: { emailAddress: customer.email },
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: `${customer.firstName} ${customer.lastName}`.trim(),
    phone: customer.phone,
    tags: customer.tags,
    addressesV2: (args: Args) => connectAddresses(customer, args),
    state: "ENABLED",
    locale: "en",
    createdAt: moment(customer.createdAt),
    updatedAt: moment(customer.updatedAt),
    numberOfOrders: String(orders.length),
    storeCreditAccounts: (args: Args) => connectAccounts(asking, customer, args),
    amountSpent: () => {
      const { currency } = shop.settings;
      const spent = orders.reduce((sum, order) => sum + parseAmount(order.current_total_price, currency), 0n);
      return money(formatAmount(spent, currency), currency);
    },
  };
}

/** `Customer.addressesV2`: the one address that a customer of this store has. */
function connectAddresses(customer: Customer, args: Args): Answer {
  return connect([customer], args, {
    sortBy: (one) => one.createdAt,
    id: (one) => one.id,
    answer: (one) => mailingAddress(one.id, orderAddress(one.address, one.phone)),
  });
}

/** The customer of an order: the shop's own record, or what the order kept of a guest. */
export function answerCustomerOf(asking: Asking, customer: OrderCustomer): Answer {
  const known = asking.shop.customers.find((entry) => entry.id === customer.id);
  if (known !== undefined) return answerCustomer(asking, known);
  return {
    __typename: "Customer",
    id: gid("Customer", customer.id),
    legacyResourceId: String(customer.id),
    email: customer.email,
    defaultEmailAddress: customer.email === null ? null : { emailAddress: customer.email },
    firstName: customer.first_name,
    lastName: customer.last_name,
    tags: customer.tags === "" ? [] : customer.tags.split(", "),
    displayName: [customer.first_name, customer.last_name].filter((part) => part !== null).join(" "),
    createdAt: moment(customer.created_at),
    updatedAt: moment(customer.updated_at),
  };
}

/** `customers(…)` of the root. */
export function connectCustomers(asking: Asking, args: Args): Answer {
  const found = search(asking.shop.customers, args["query"], matchCustomer);
  return connect(found, args, {
    sortBy: (customer) => (args["sortKey"] === "UPDATED_AT" ? customer.updatedAt : customer.createdAt),
    id: (customer) => customer.id,
    answer: (customer) => answerCustomer(asking, customer),
    obeyed: ["query", "sortKey"],
  });
}

/** The customer with that global id, or null. */
export function findCustomer(asking: Asking, id: unknown): Answer | null {
  const wanted = readGid("Customer", id);
  const customer = asking.shop.customers.find((entry) => entry.id === wanted);
  return customer === undefined ? null : answerCustomer(asking, customer);
}

function matchCustomer(customer: Customer, term: Term): boolean {
  if (term.field === "email") return matchText(customer.email, term);
  if (term.field === "id") return matchNumber(customer.id, term);
  if (term.field === "updated_at") return matchMoment(customer.updatedAt, term);
  if (term.field === "created_at") return matchMoment(customer.createdAt, term);
  throw unknownFilter(term);
}
