/** The checkout's form, read from the post and shown again after each change. */
import type { Shopper } from "../commerce/place-order.ts";
import type { ShopCommerce } from "../commerce/shop-commerce.ts";
import { asText } from "./read-body.ts";

export interface CheckoutForm {
  /** Id of an existing customer, or empty for a guest. */
  customerId: string;
  email: string;
  firstName: string;
  lastName: string;
  address1: string;
  city: string;
  zip: string;
  /** ISO 3166 code of the country that the order goes to. */
  country: string;
  shipping: string;
  tip: string;
  code: string;
  currency: string;
  payment: "now" | "later";
  marketing: boolean;
}

export function emptyForm(commerce: ShopCommerce, code: string): CheckoutForm {
  return {
    customerId: "",
    email: "",
    firstName: "",
    lastName: "",
    address1: "",
    city: "",
    zip: "",
    country: commerce.settings.countryCode,
    shipping: commerce.settings.shippingOptions[0]?.code ?? "",
    tip: "",
    code,
    currency: commerce.settings.currency,
    payment: "now",
    marketing: false,
  };
}

export function readForm(commerce: ShopCommerce, body: Record<string, unknown>): CheckoutForm {
  const empty = emptyForm(commerce, "");
  const field = (name: keyof CheckoutForm): string => asText(body[name]).trim().slice(0, 255);
  return {
    customerId: field("customerId"),
    email: field("email"),
    firstName: field("firstName"),
    lastName: field("lastName"),
    address1: field("address1"),
    city: field("city"),
    zip: field("zip"),
    country: countries.find((code) => code === field("country")) ?? empty.country,
    shipping: field("shipping") || empty.shipping,
    tip: field("tip"),
    code: field("code"),
    currency: field("currency") || empty.currency,
    payment: field("payment") === "later" ? "later" : "now",
    marketing: field("marketing") === "on",
  };
}

/** Several codes may stand in the one field, separated by commas. */
export function codesOf(form: CheckoutForm): string[] {
  return form.code.split(",").flatMap((code) => (code.trim() ? [code.trim()] : []));
}

/** Errors of the form, by field. An existing customer needs nothing more. */
export function missingFields(
  form: CheckoutForm,
  ships: boolean,
): Partial<Record<keyof CheckoutForm, string>> {
  if (form.customerId) return {};
  const missing: Partial<Record<keyof CheckoutForm, string>> = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email)) missing.email = "Enter a valid email";
  if (!form.lastName) missing.lastName = "Enter a last name";
  if (ships && !form.address1) missing.address1 = "Enter an address";
  if (ships && !form.city) missing.city = "Enter a city";
  if (ships && !form.zip) missing.zip = "Enter a postal code";
  return missing;
}

/** Where the demo shops send to. */
export const countries = ["US", "CA", "GB", "DE", "FR", "JP", "NZ"] as const;

export function countryName(code: string): string {
  return new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;
}

export function shopperOf(form: CheckoutForm): number | Shopper {
  if (form.customerId) return Number(form.customerId);
  const { firstName, lastName, address1, city, zip, country: countryCode } = form;
  const country = countryName(countryCode);
  const address = { firstName, lastName, address1, city, zip, province: null, provinceCode: null };
  return { email: form.email, firstName, lastName, address: { ...address, country, countryCode } };
}
