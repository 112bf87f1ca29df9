/** Codes added to a discount and taken off it, many at a time, as the platform does: later, and told of by polling. */
import { GraphQLError } from "graphql";
import { codesOf, findRedeemCode, setCodes } from "../commerce/redeem-codes.ts";
import { tellRedeemCode } from "../commerce/tell-discount.ts";
import type { Discount, RedeemCode } from "../commerce/types.ts";
import type { ShopState } from "../state.ts";
import { connect } from "./connection.ts";
import { answerCodeNode, answerRedeemCode, findDiscountByGid } from "./discount.ts";
import { answerError, type InputError } from "./discount-input.ts";
import {
  badRequest,
  gid,
  moment,
  readGid,
  readText,
  type Answer,
  type Args,
  type Asking,
} from "./resolver.ts";

interface Creation {
  id: number;
  discountId: number;
  createdAt: string;
  done: boolean;
  codes: { code: string; made: RedeemCode | null; error: InputError | null }[];
}

/** Those of the process: the platform forgets them too. */
const creations = new WeakMap<ShopState, Creation[]>();
const mostCodes = 250;
/** So that an app meets a creation that is not done yet. */
const laterMs = 120;
const longestCode = 255;

const missing: InputError = {
  field: ["discountId"],
  message: "Code discount does not exist.",
  code: "INVALID",
};

const missingIds: InputError = {
  field: null,
  message: "Missing expected argument key: 'ids', 'search' or 'saved_search_id'.",
  code: "MISSING_ARGUMENT",
};

const noIds: InputError = { field: null, message: "Something went wrong, please try again.", code: null };

export function redeemCodeMutations(asking: Asking): Answer {
  return {
    discountRedeemCodeBulkAdd: (args: Args) => addCodes(asking, args),
    discountCodeRedeemCodeBulkDelete: (args: Args) => deleteCodes(asking, args),
  };
}

/** `discountRedeemCodeBulkCreation(id)` of the root. */
export function findCreation(asking: Asking, id: unknown): Answer | null {
  const wanted = readGid("DiscountRedeemCodeBulkCreation", id);
  const found = creations.get(asking.shop)?.find((each) => each.id === wanted);
  return found === undefined ? null : answerCreation(asking, found);
}

function addCodes(asking: Asking, args: Args): Answer {
  const given = Array.isArray(args["codes"]) ? args["codes"] : [];
  refuseTooMany(given);
  const discount = findDiscountByGid(asking, args["discountId"]);
  if (discount === null) return refuseAdding(missing);
  const codes = given.map((each: unknown) => readText((each as Args)["code"]) ?? "");
  if (codes.length === 0) {
    return refuseAdding({ field: ["codes"], message: "Codes can't be blank", code: "BLANK" });
  }
  const creation: Creation = {
    id: asking.ctx.nextId(),
    discountId: discount.id,
    createdAt: asking.ctx.now().toISOString(),
    done: false,
    codes: codes.map((code) => ({ code, made: null, error: null })),
  };
  const list = creations.get(asking.shop) ?? [];
  creations.set(asking.shop, [...list.slice(-50), creation]);
  setTimeout(() => finish(asking, creation), laterMs);
  return { bulkCreation: answerCreation(asking, creation), userErrors: [] };
}

function refuseAdding(error: InputError): Answer {
  return { bulkCreation: null, userErrors: [answerError(error)] };
}

function refuseDeleting(error: InputError): Answer {
  return { job: null, userErrors: [answerError(error)] };
}

function finish(asking: Asking, creation: Creation): void {
  const { ctx, shop } = asking;
  const discount = shop.discounts.find((each) => each.id === creation.discountId);
  for (const [index, entry] of creation.codes.entries()) {
    entry.error = discount ? faultOf(shop.discounts, creation, index) : missing;
    if (entry.error || !discount) continue;
    const made = { id: ctx.nextId(), code: entry.code, usageCount: 0 };
    ctx.mutate(() => setCodes(discount, [...codesOf(discount), made]));
    entry.made = made;
    tellRedeemCode(ctx, shop.domain, "discounts/redeemcode_added", { discount, redeem: made });
  }
  creation.done = true;
}

/** Errors of single codes are fragments without a code, as live stores answer them (docs/stand-in.md). */
function atCode(message: string): InputError {
  return { field: ["code"], message, code: null };
}

function faultOf(discounts: Discount[], creation: Creation, index: number): InputError | null {
  const code = creation.codes[index]?.code ?? "";
  if (code.trim() === "") return atCode("is too short (minimum is 1 character)");
  if (/[\r\n]/.test(code)) return atCode("cannot contain newline characters.");
  if (code.length > longestCode) return atCode(`is too long (maximum is ${longestCode} characters)`);
  const first = creation.codes.findIndex((each) => each.code === code);
  if (first < index) return atCode("Codes must be unique within BulkDiscountCodeCreation");
  const isTaken = findRedeemCode(discounts, code) !== undefined;
  return isTaken ? atCode("must be unique. Please try a different code.") : null;
}

function deleteCodes(asking: Asking, args: Args): Answer {
  const { ctx, shop } = asking;
  const bySearch = args["search"] ?? args["savedSearchId"];
  if (bySearch) throw badRequest("The local platform deletes codes by ids only.");
  const { ids } = args;
  if (!Array.isArray(ids)) return refuseDeleting(missingIds);
  refuseTooMany(ids);
  const discount = findDiscountByGid(asking, args["discountId"]);
  if (discount === null) return refuseDeleting(missing);
  if (ids.length === 0) return refuseDeleting(noIds);
  const wanted = new Set(ids.map((id) => readGid("DiscountRedeemCode", id)));
  const job = { __typename: "Job", id: gid("Job", ctx.nextId()), done: false };
  setTimeout(() => {
    const removed = codesOf(discount).filter((each) => wanted.has(each.id));
    ctx.mutate(() => {
      setCodes(
        discount,
        codesOf(discount).filter((each) => !wanted.has(each.id)),
      );
    });
    for (const redeem of removed) {
      tellRedeemCode(ctx, shop.domain, "discounts/redeemcode_removed", { discount, redeem });
    }
  }, laterMs);
  return { job, userErrors: [] };
}

function refuseTooMany(given: unknown[]): void {
  if (given.length <= mostCodes) return;
  const message = `The input array size of ${given.length} is greater than the maximum allowed of ${mostCodes}.`;
  throw new GraphQLError(message, { extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" } });
}

function answerCreation(asking: Asking, creation: Creation): Answer {
  const discount = asking.shop.discounts.find((each) => each.id === creation.discountId);
  return {
    __typename: "DiscountRedeemCodeBulkCreation",
    id: gid("DiscountRedeemCodeBulkCreation", creation.id),
    createdAt: moment(creation.createdAt),
    done: creation.done,
    codesCount: creation.codes.length,
    importedCount: creation.codes.filter((each) => each.made).length,
    failedCount: creation.codes.filter((each) => each.error).length,
    discountCode: discount === undefined ? null : () => answerCodeNode(asking, discount),
    codes: (args: Args) =>
      connect(
        creation.codes.map((each, index) => ({ ...each, index })),
        args,
        {
          sortBy: ({ index }) => String(index).padStart(4, "0"),
          id: ({ index }) => index,
          answer: ({ code, made, error }) => ({
            code,
            discountRedeemCode: made && answerRedeemCode(made),
            errors: error ? [answerError(error)] : [],
          }),
        },
      ),
  };
}
