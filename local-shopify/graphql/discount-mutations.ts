import { randomUUID } from "node:crypto";
import { timestamp } from "../commerce/timestamp.ts";
import type { Discount } from "../commerce/types.ts";
import { answerCodeNode, discountStatus, findDiscountByGid } from "./discount.ts";
import { answerError, readDiscountInput, type DiscountFields, type InputError } from "./discount-input.ts";
import { gid, type Answer, type Args, type Asking } from "./resolver.ts";

/** The discount mutations of the root, which change what the storefront's checkout takes. */
export function discountMutations(asking: Asking): Answer {
  return {
    discountCodeBasicCreate: (args: Args) => createDiscount(asking, args),
    discountCodeBasicUpdate: (args: Args) => updateDiscount(asking, args),
    discountCodeActivate: (args: Args) => moveEnd(asking, args, null),
    discountCodeDeactivate: (args: Args) => moveEnd(asking, args, asking.ctx.now().toISOString()),
    discountCodeDelete: (args: Args) => deleteDiscount(asking, args),
  };
}

function createDiscount(asking: Asking, args: Args): Answer {
  const at = asking.ctx.now().toISOString();
  const blank: DiscountFields = {
    title: "",
    code: "",
    kind: "percentage",
    percentageBps: 0,
    amount: "0",
    appliesOnEachItem: false,
    productIds: null,
    startsAt: at,
    endsAt: null,
    usageLimit: null,
    appliesOncePerCustomer: false,
    combinesWith: { orderDiscounts: false, productDiscounts: false, shippingDiscounts: false },
  };
  const { fields, errors } = readDiscountInput(asking, readInput(args), blank);
  if (errors.length > 0) return refuse(errors);
  const id = asking.ctx.nextId();
  const discount: Discount = { ...fields, id, usageCount: 0, usedBy: [], createdAt: at, updatedAt: at };
  asking.ctx.mutate(() => asking.shop.discounts.push(discount));
  tell(asking, "discounts/create", discount);
  return accept(asking, discount);
}

function updateDiscount(asking: Asking, args: Args): Answer {
  const discount = findDiscountByGid(asking, args["id"]);
  if (discount === null) {
    return refuse([{ field: ["id"], message: "Discount does not exist", code: "INVALID" }]);
  }
  const { fields, errors } = readDiscountInput(asking, readInput(args), discount);
  if (errors.length > 0) return refuse(errors);
  return change(asking, discount, fields);
}

function moveEnd(asking: Asking, args: Args, endsAt: string | null): Answer {
  const discount = findDiscountByGid(asking, args["id"]);
  if (discount === null) return refuse([missing]);
  const now = asking.ctx.now();
  const startsAt =
    endsAt === null && Date.parse(discount.startsAt) > now.getTime() ? now.toISOString() : discount.startsAt;
  return change(asking, discount, { startsAt, endsAt });
}

function deleteDiscount(asking: Asking, args: Args): Answer {
  const discount = findDiscountByGid(asking, args["id"]);
  if (discount === null) return { deletedCodeDiscountId: null, userErrors: [answerError(missing)] };
  asking.ctx.mutate(() => {
    asking.shop.discounts = asking.shop.discounts.filter((entry) => entry !== discount);
  });
  tell(asking, "discounts/delete", discount);
  return { deletedCodeDiscountId: gid("DiscountCodeNode", discount.id), userErrors: [] };
}

const missing: InputError = { field: ["id"], message: "Code discount does not exist.", code: "INVALID" };

function change(asking: Asking, discount: Discount, fields: Partial<Discount>): Answer {
  asking.ctx.mutate(() => Object.assign(discount, fields, { updatedAt: asking.ctx.now().toISOString() }));
  tell(asking, "discounts/update", discount);
  return accept(asking, discount);
}

function accept(asking: Asking, discount: Discount): Answer {
  return { codeDiscountNode: answerCodeNode(asking, discount), userErrors: [] };
}

function refuse(errors: InputError[]): Answer {
  return { codeDiscountNode: null, userErrors: errors.map(answerError) };
}

function tell(asking: Asking, topic: string, discount: Discount): void {
  const { ctx, shop } = asking;
  const payload = {
    admin_graphql_api_id: gid("DiscountCodeNode", discount.id),
    title: discount.title,
    status: discountStatus(discount, ctx.now()),
    created_at: timestamp(new Date(discount.createdAt), shop.settings.ianaTimezone),
    updated_at: timestamp(new Date(discount.updatedAt), shop.settings.ianaTimezone),
  };
  ctx.emit(shop.domain, topic, payload, { eventId: randomUUID() });
}

function readInput(args: Args): Args {
  const input = args["basicCodeDiscount"];
  return typeof input === "object" && input !== null ? { ...input } : {};
}
