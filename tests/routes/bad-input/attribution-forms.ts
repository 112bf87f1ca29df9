import type { Form } from "./form.ts";
import { makeBindingRow, makeClaimRow, makeDataRequestRow, makeFlagRow, makeOwnerRow } from "./form-rows.ts";

const rules = {
  precedence: "click",
  touch: "first",
  binding: "days",
  bindingDays: "90",
  newCustomer: "affiliate",
};

/** Forms about how orders find their affiliate, about what looks wrong, and about what is kept. */
export const attributionForms: readonly Form[] = [
  {
    name: "the rules of attribution",
    path: () => "/dashboard/settings/attribution",
    fields: rules,
    kinds: { precedence: "word", touch: "word", binding: "word", bindingDays: "days", newCustomer: "word" },
    // A form says by no precedence at all that every signal is switched off.
    optional: ["precedence"],
  },
  {
    name: "a customer that is bound",
    path: () => "/dashboard/settings/attribution/customers",
    fields: { intent: "bind", email: "ines@example.com", affiliateId: "nobody@example.com" },
    kinds: { intent: "word", email: "email", affiliateId: "name" },
    optional: [],
  },
  {
    name: "a binding that ends",
    about: makeBindingRow,
    path: () => "/dashboard/settings/attribution/customers",
    fields: { intent: "end", id: "{id}" },
    kinds: { id: "id" },
    optional: [],
    hidden: ["id"],
  },
  {
    name: "a product that is given",
    path: () => "/dashboard/settings/attribution/products",
    fields: { intent: "give", productId: "7001", affiliateId: "nobody@example.com" },
    kinds: { intent: "word", productId: "id", affiliateId: "name" },
    optional: [],
  },
  {
    name: "a product that is taken",
    about: makeOwnerRow,
    path: () => "/dashboard/settings/attribution/products",
    fields: { intent: "end", id: "{id}" },
    kinds: { id: "id" },
    optional: [],
    hidden: ["id"],
  },
  {
    name: "a claim",
    about: makeClaimRow,
    path: () => "/dashboard/affiliates/claims",
    fields: { id: "{id}", decision: "decline", answer: "Somebody else brought them" },
    kinds: { id: "id", decision: "word", answer: "text" },
    optional: [],
    hidden: ["id"],
  },
  {
    name: "a flag",
    about: makeFlagRow,
    path: (_, id) => `/dashboard/affiliates/flags/${id}`,
    fields: { status: "dismissed", note: "It is their shop" },
    kinds: { status: "word", note: "text" },
    optional: ["note"],
  },
  {
    name: "many flags",
    about: makeFlagRow,
    path: () => "/dashboard/affiliates/flags",
    fields: { status: "dismissed", note: "It is their shop", ids: "{id}" },
    kinds: { status: "word", note: "text" },
    optional: ["note"],
  },
  {
    name: "a rule of fraud",
    path: () => "/dashboard/settings/fraud",
    fields: { kind: "fast-order", action: "note", "limits.seconds": "20" },
    kinds: { kind: "word", action: "word", "limits.seconds": "days" },
    optional: ["limits.seconds"],
  },
  {
    name: "a rule of fraud with several limits",
    path: () => "/dashboard/settings/fraud",
    fields: { kind: "burst", action: "note", "limits.times": "5", "limits.orders": "10" },
    kinds: { "limits.times": "days", "limits.orders": "days" },
    optional: ["limits.times", "limits.orders"],
  },
  {
    name: "for how long things are kept",
    path: () => "/dashboard/settings/privacy",
    fields: { intent: "save", clickMonths: "12", bodyDays: "30", pixelDays: "30", traceMonths: "24" },
    kinds: { intent: "word", clickMonths: "days", bodyDays: "days", pixelDays: "days", traceMonths: "days" },
    optional: [],
  },
  {
    name: "an answer that is handed over",
    about: makeDataRequestRow,
    path: () => "/dashboard/settings/privacy",
    fields: { intent: "hand-over", id: "{id}" },
    kinds: { id: "id" },
    optional: [],
    hidden: ["id"],
  },
  {
    name: "a look for missed orders",
    path: () => "/dashboard/settings/deliveries",
    fields: { intent: "sweep" },
    kinds: { intent: "word" },
    optional: [],
  },
  {
    name: "a mail that is sent again",
    path: () => "/dashboard/settings/deliveries",
    fields: { intent: "retry-mail", id: "none" },
    kinds: { intent: "word", id: "id" },
    optional: [],
    hidden: ["id"],
  },
];
