import { z } from "zod";
import { attributionBody, attributionPreviewWire, attributionWire } from "#app/contracts/attribution.ts";
import {
  bindCustomerBody,
  bindingToWire,
  boundCustomerListWire,
  boundCustomerWire,
  giveProductBody,
  pointingListQuery,
  productAssignmentListWire,
  productAssignmentToWire,
  productAssignmentWire,
} from "#app/contracts/pointing.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  addLifetimeCustomer,
  endLifetimeCustomer,
  readLifetimeCustomers,
} from "#app/flows/attribution/lifetime-customers.ts";
import {
  changeAttributionRules,
  previewAttributionRules,
  readAttributionRules,
} from "#app/flows/attribution/rules.ts";
import {
  assignProduct,
  readProductAssignments,
  takeProduct,
} from "#app/flows/attribution/product-assignments.ts";
import { offsetRefusal } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

const endedWire = z.object({ ended: z.literal(true) });
const endedAnswer = { ended: true } as const;

export const attributionCalls = [
  defineCall({
    id: "getAttribution",
    method: "GET",
    path: "/attribution",
    tag: "Attribution",
    summary: "By which rules new orders find their affiliate.",
    permission: "read",
    answer: attributionWire,
    handle: async ({ shopId }) => (await readAttributionRules(shopId)).current,
  }),
  defineCall({
    id: "changeAttribution",
    method: "PUT",
    path: "/attribution",
    tag: "Attribution",
    summary: "Make a new version of the rules, for orders from now on; what was decided stays.",
    permission: "write",
    body: attributionBody,
    answer: attributionWire,
    handle: async ({ ctx, body }) => {
      const { current } = await changeAttributionRules(ctx, body);
      return current;
    },
  }),
  defineCall({
    id: "previewAttribution",
    method: "POST",
    path: "/attribution/preview",
    tag: "Attribution",
    summary: "Which of the newest 100 orders other rules would have credited to somebody else.",
    permission: "read",
    body: attributionBody,
    answer: attributionPreviewWire,
    handle: ({ shopId, body }) => previewAttributionRules(shopId, body),
  }),
  defineCall({
    id: "listLifetimeCustomers",
    method: "GET",
    path: "/attribution/customers",
    tag: "Attribution",
    summary: "List lifetime customers that people added; `search` is a customer's email address.",
    permission: "read",
    query: pointingListQuery,
    answer: boundCustomerListWire,
    handle: async ({ shopId, query }) => {
      const { page, limit, search: email, affiliate: affiliateId, status } = query;
      const refusal = offsetRefusal(query);
      if (refusal) return refusal;
      const found = await readLifetimeCustomers(shopId, { email, affiliateId, status, page, limit });
      if (isRefusal(found)) return found;
      const { bindings, total } = found;
      return { customers: bindings.map(bindingToWire), pagination: { page, limit, total } };
    },
  }),
  defineCall({
    id: "addLifetimeCustomer",
    method: "POST",
    path: "/attribution/customers",
    tag: "Attribution",
    summary: "Credit the later orders of a customer to an affiliate, from now on.",
    permission: "write",
    body: bindCustomerBody,
    status: 201,
    answer: boundCustomerWire,
    handle: async ({ ctx, body }) => {
      const asked = { email: body.email, affiliate: body.affiliateId };
      const bound = await addLifetimeCustomer(ctx, asked);
      return isRefusal(bound) ? bound : bindingToWire(bound);
    },
  }),
  defineCall({
    id: "endLifetimeCustomer",
    method: "DELETE",
    path: "/attribution/customers/{id}",
    tag: "Attribution",
    summary: "Stop crediting the later orders of a lifetime customer, from now on.",
    permission: "write",
    answer: endedWire,
    handle: async ({ ctx, id }) => (await endLifetimeCustomer(ctx, id)) ?? endedAnswer,
  }),
  defineCall({
    id: "listProductAssignments",
    method: "GET",
    path: "/attribution/products",
    tag: "Attribution",
    summary: "List product assignments; `search` is part of a title.",
    permission: "read",
    query: pointingListQuery,
    answer: productAssignmentListWire,
    handle: async ({ shopId, query }) => {
      const { affiliate: affiliateId, page, limit, search, status } = query;
      const refusal = offsetRefusal(query);
      if (refusal) return refusal;
      const asked = { search, status, affiliateId, page, limit };
      const found = await readProductAssignments(shopId, asked);
      if (isRefusal(found)) return found;
      const { owners, total } = found;
      return { products: owners.map(productAssignmentToWire), pagination: { page, limit, total } };
    },
  }),
  defineCall({
    id: "assignProduct",
    method: "POST",
    path: "/attribution/products",
    tag: "Attribution",
    summary: "Assign a product to an affiliate, for sales from now on.",
    permission: "write",
    body: giveProductBody,
    status: 201,
    answer: productAssignmentWire,
    errors: [503],
    handle: async ({ ctx, body }) => {
      const asked = { productId: body.productId, affiliate: body.affiliateId };
      const given = await assignProduct(ctx, asked);
      return isRefusal(given) ? given : productAssignmentToWire(given);
    },
  }),
  defineCall({
    id: "endProductAssignment",
    method: "DELETE",
    path: "/attribution/products/{id}",
    tag: "Attribution",
    summary: "End a product assignment, for sales from now on.",
    permission: "write",
    answer: endedWire,
    handle: async ({ ctx, id }) => (await takeProduct(ctx, id)) ?? endedAnswer,
  }),
];
