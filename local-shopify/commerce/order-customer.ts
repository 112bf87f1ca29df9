import type { OrderCustomer } from "./order-types.ts";
import type { Address, Customer, PostalAddress } from "./types.ts";

export function orderAddress(address: PostalAddress, phone: string | null): Address {
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    name: `${address.firstName} ${address.lastName}`.trim(),
    company: null,
    address1: address.address1,
    address2: null,
    city: address.city,
    zip: address.zip,
    province: address.province,
    province_code: address.provinceCode,
    country: address.country,
    country_code: address.countryCode,
    phone,
    latitude: null,
    longitude: null,
  };
}

export function orderCustomer(
  customer: Customer,
  currency: string,
  acceptsMarketing: boolean,
): OrderCustomer {
  const { latitude: _, longitude: __, ...address } = orderAddress(customer.address, customer.phone);
  const consentState = acceptsMarketing ? "subscribed" : "not_subscribed";
  return {
    id: customer.id,
    admin_graphql_api_id: `gid://shopify/Customer/${customer.id}`,
    email: customer.email,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    first_name: customer.firstName,
    last_name: customer.lastName,
    state: "disabled",
    note: null,
    verified_email: true,
    multipass_identifier: null,
    tax_exempt: false,
    phone: customer.phone,
    email_marketing_consent: {
      state: consentState,
      opt_in_level: "single_opt_in",
      consent_updated_at: acceptsMarketing ? customer.updatedAt : null,
    },
    sms_marketing_consent: null,
    tags: customer.tags.join(", "),
    currency,
    tax_exemptions: [],
    default_address: {
      id: customer.id + 1,
      customer_id: customer.id,
      ...address,
      country_name: customer.address.country,
      default: true,
    },
  };
}
