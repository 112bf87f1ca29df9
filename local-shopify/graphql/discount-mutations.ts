import { codesOf, setCodes } from "../commerce/redeem-codes.ts";
import { tellDiscount, tellRedeemCode } from "../commerce/tell-discount.ts";
import type { Discount } from "../commerce/types.ts";
import { answerCodeNode, findDiscountByGid } from "./discount.ts";
import {
  answerError,
  readDiscountInput,
  type DiscountFields,
  type InputError,
  type InputName,
} from "./discount-input.ts";
import { redeemCodeMutations } from "./redeem-code-mutations.ts";
import { gid, type Answer, type Args, type Asking } from "./resolver.ts";

/** The discount mutations of the root, which change what the storefront's checkout takes. */
export function discountMutations(asking: Asking): Answer {
  return {
    discountCodeBasicCreate: (args: Args) => createDiscount(asking, "basicCodeDiscount", args),
    discountCodeBasicUpdate: (args: Args) => updateDiscount(asking, "basicCodeDiscount", args),
    discountCodeFreeShippingCreate: (args: Args) => createDiscount(asking, "freeShippingCodeDiscount", args),
    discountCodeFreeShippingUpdate: (args: Args) => updateDiscount(asking, "freeShippingCodeDiscount", args),
    discountCodeActivate: (args: Args) => moveEnd(asking, args, null),
    discountCodeDeactivate: (args: Args) => moveEnd(asking, args, asking.ctx.now().toISOString()),
    discountCodeDelete: (args: Args) => deleteDiscount(asking, args),
    ...redeemCodeMutations(asking),
  };
}

function createDiscount(asking: Asking, name: InputName, args: Args): Answer {
  const at = asking.ctx.now().toISOString();
  const blank: DiscountFields = {
    title: "",
    code: "",
    kind: name === "basicCodeDiscount" ? "percentage" : "free_shipping",
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
  const { fields, errors } = readDiscountInput(asking, { name, input: readInput(name, args) }, blank);
  if (errors.length > 0) return refuse(errors);
  const id = asking.ctx.nextId();
  const discount: Discount = { ...fields, id, usageCount: 0, usedBy: [], createdAt: at, updatedAt: at };
  asking.ctx.mutate(() => asking.shop.discounts.push(discount));
  tellDiscount(asking.ctx, asking.shop.domain, "discounts/create", discount);
  return accept(asking, discount);
}

function updateDiscount(asking: Asking, name: InputName, args: Args): Answer {
  const discount = findDiscountByGid(asking, args["id"]);
  const isOther = (discount?.kind === "free_shipping") !== (name === "freeShippingCodeDiscount");
  if (discount === null || isOther) {
    return refuse([{ field: ["id"], message: "Discount does not exist", code: null }]);
  }
  const { fields, errors } = readDiscountInput(asking, { name, input: readInput(name, args) }, discount);
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
  tellDiscount(asking.ctx, asking.shop.domain, "discounts/delete", discount);
  return { deletedCodeDiscountId: gid("DiscountCodeNode", discount.id), userErrors: [] };
}

const missing: InputError = { field: ["id"], message: "Code discount does not exist.", code: "INVALID" };

function change(asking: Asking, discount: Discount, { code, ...fields }: Partial<Discount>): Answer {
  const { ctx, shop } = asking;
  const [former] = codesOf(discount);
  const renamed = code !== undefined && former && code !== former.code ? { ...former, code } : null;
  ctx.mutate(() => {
    Object.assign(discount, fields, { updatedAt: ctx.now().toISOString() });
    if (renamed) setCodes(discount, [renamed]);
  });
  tellDiscount(ctx, shop.domain, "discounts/update", discount);
  if (renamed && former) {
    tellRedeemCode(ctx, shop.domain, "discounts/redeemcode_removed", { discount, redeem: former });
    tellRedeemCode(ctx, shop.domain, "discounts/redeemcode_added", { discount, redeem: renamed });
  }
  return accept(asking, discount);
}

function accept(asking: Asking, discount: Discount): Answer {
  return { codeDiscountNode: answerCodeNode(asking, discount), userErrors: [] };
}

function refuse(errors: InputError[]): Answer {
  return { codeDiscountNode: null, userErrors: errors.map(answerError) };
}

function readInput(name: InputName, args: Args): Args {
  const input = args[name];
  return typeof input === "object" && input !== null ? { ...input } : {};
}
