import { z } from "zod";
import { instant, listQuery, namedWire, paginationWire } from "./wire.ts";
import { choose, enter, ofType, wrong } from "./reasons.ts";

/** States of lifetime customers and product assignments. */
const statuses = ["active", "ended"] as const;

const affiliateId = z
  .string(ofType(choose("affiliate")))
  .trim()
  .min(1, choose("affiliate"))
  .max(254)
  .meta({ description: "The affiliate's id, e-mail address or referral code" });

/** Query of GET /api/v1/attribution/customers and …/products. */
export const pointingListQuery = listQuery.omit({ cursor: true }).extend({
  status: z.enum(statuses).optional(),
  affiliate: z.string().max(40, wrong("id")).optional(),
});

/** Body of POST /api/v1/attribution/customers. */
export const bindCustomerBody = z.strictObject({
  email: z
    .string(ofType(enter("customer_email")))
    .trim()
    .min(1, enter("customer_email"))
    .max(254)
    .pipe(z.email())
    .meta({ description: "It is not kept: customers are known by a hash of it" }),
  affiliateId,
});

/** Body of POST /api/v1/attribution/products. */
export const giveProductBody = z.strictObject({
  productId: z
    .string(ofType(choose("product")))
    .regex(/^\d{1,20}$/, choose("product"))
    .meta({ description: "Shopify's number of the product" }),
  affiliateId,
});

/** Forms of the page for lifetime customers. */
export const bindingsForm = z.discriminatedUnion("intent", [
  z.object({ ...bindCustomerBody.shape, intent: z.literal("bind") }),
  z.object({ intent: z.literal("end"), id: z.string().max(100) }),
]);

/** Forms of the page for product assignments. */
export const productAssignmentsForm = z.discriminatedUnion("intent", [
  z.object({ ...giveProductBody.shape, intent: z.literal("give") }),
  z.object({ intent: z.literal("end"), id: z.string().max(100) }),
]);

const pointing = {
  id: z.string(),
  affiliate: namedWire,
  since: instant,
  until: instant.nullable().meta({ description: "Null while it holds" }),
  by: z.string().meta({ description: "Who made it" }),
};

export const boundCustomerWire = z
  .object({ ...pointing, id: z.string().meta({ description: "Keyed hash of the customer's address" }) })
  .meta({ id: "LifetimeCustomer" });
export const productAssignmentWire = z
  .object({ ...pointing, id: z.string().meta({ description: "Shopify's number" }), title: z.string() })
  .meta({ id: "ProductAssignment" });

export const boundCustomerListWire = z
  .object({ customers: z.array(boundCustomerWire), pagination: paginationWire })
  .meta({ id: "LifetimeCustomerList" });
export const productAssignmentListWire = z
  .object({ products: z.array(productAssignmentWire), pagination: paginationWire })
  .meta({ id: "ProductAssignmentList" });

export type BoundCustomerWire = z.input<typeof boundCustomerWire>;
export type ProductAssignmentWire = z.input<typeof productAssignmentWire>;
