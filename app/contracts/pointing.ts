import { z } from "zod";
import { listQuery, namedWire, paginationWire } from "./wire.ts";

/** States of lifetime customers and product assignments. */
const statuses = ["active", "ended"] as const;

const affiliateId = z
  .string("Choose an affiliate")
  .trim()
  .min(1, "Choose an affiliate")
  .max(254, "Must be at most 254 characters")
  .meta({ description: "The affiliate's id, e-mail address or referral code" });

/** Query of GET /api/v1/attribution/customers and …/products. */
export const pointingListQuery = listQuery.omit({ cursor: true }).extend({
  status: z.enum(statuses, `Must be one of ${statuses.join(", ")}`).optional(),
  affiliate: z.string().max(40, "Is not an affiliate's id").optional(),
});

/** Body of POST /api/v1/attribution/customers. */
export const bindCustomerBody = z.strictObject({
  email: z
    .string("Enter the customer's e-mail address")
    .trim()
    .min(1, "Enter the customer's e-mail address")
    .max(254, "Must be at most 254 characters")
    .pipe(z.email("Enter a valid e-mail address"))
    .meta({ description: "It is not kept: customers are known by a hash of it" }),
  affiliateId,
});

/** Body of POST /api/v1/attribution/products. */
export const giveProductBody = z.strictObject({
  productId: z
    .string("Choose a product")
    .regex(/^\d{1,20}$/, "Choose a product")
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
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable().meta({ description: "Null while it holds" }),
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

export type BoundCustomerWire = z.output<typeof boundCustomerWire>;
export type ProductAssignmentWire = z.output<typeof productAssignmentWire>;

type Pointing = {
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly since: Date;
  readonly until: Date | null;
  readonly createdBy: string;
};

function pointingToWire(one: Pointing) {
  return {
    affiliate: { id: one.affiliateId, name: one.affiliateName },
    since: one.since.toISOString(),
    until: one.until?.toISOString() ?? null,
    by: one.createdBy,
  };
}

/** A lifetime customer, identified only by a hash. */
export function bindingToWire(one: Pointing & { readonly customerHash: string }): BoundCustomerWire {
  return { id: one.customerHash, ...pointingToWire(one) };
}

/** A product assignment. */
export function productAssignmentToWire(
  one: Pointing & { readonly productId: string; readonly title: string },
): ProductAssignmentWire {
  return { id: one.productId, title: one.title, ...pointingToWire(one) };
}
