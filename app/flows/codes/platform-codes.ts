import { setTimeout as wait } from "node:timers/promises";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  activateDiscount,
  deactivateDiscount,
  deleteDiscount,
  updateDiscount,
  type DiscountFault,
} from "#app/gateways/shopify/change-discounts.ts";
import type { PlatformDiscount } from "#app/gateways/shopify/discount-answer.ts";
import {
  findDiscountByCode,
  readDiscount,
  readRedeemCodes,
  type RedeemCode,
} from "#app/gateways/shopify/discounts.ts";
import { addCodes, readCreation, removeCodes } from "#app/gateways/shopify/redeem-codes.ts";
import { db } from "#app/platform/db.server.ts";
import type { AffiliateCode } from "#app/store/codes.ts";
import { findDiscountRow } from "#app/store/discounts.ts";
import { askPlatform, refusalOf } from "./ask-platform.ts";
import type { CodeShop } from "./code-parts.ts";

/** A code's discount in the store, with all of its codes. */
export type PlatformCode = {
  readonly discount: PlatformDiscount;
  readonly codes: readonly RedeemCode[];
  /** The discount has no other code. */
  readonly isOnly: boolean;
};

/** Reads a code from the store. Refuses with "not-possible" if the store no longer has it. */
export async function findPlatformCode(
  { domain }: CodeShop,
  row: AffiliateCode,
): Promise<PlatformCode | Refusal> {
  const asked = await askPlatform(async () => {
    // The store's admin may have moved the code to another discount since.
    const discount = await findDiscountByCode(domain, row.code);
    return discount && { discount, codes: (await readRedeemCodes(domain, discount.discountId)) ?? [] };
  }, "code");
  if (isRefusal(asked)) return asked;
  if (!asked.answer) {
    return refuse("not-possible", { code: "code_missing_in_store" }, "code");
  }
  return { ...asked.answer, isOnly: asked.answer.codes.length <= 1 };
}

const looks = 40;
const lookMs = 250;

/** Adds one code to a discount and waits until the store has it. */
export async function addOneCode(
  { domain }: CodeShop,
  discountId: string,
  { code, field }: { code: string; field: string },
): Promise<Refusal | null> {
  const asked = await askPlatform(async () => {
    const begun = await addCodes(domain, discountId, [code]);
    if (typeof begun !== "string") return begun;
    for (let look = 0; look < looks; look += 1) {
      const made = await readCreation(domain, begun);
      if (made) return made.flatMap((one) => (one.error ? [discountFaultOf(one.error)] : []));
      await wait(lookMs);
    }
    return [faultFor("code_not_added_yet")];
  }, field);
  if (isRefusal(asked)) return asked;
  return asked.answer.length > 0 ? refusalOf(asked.answer, field) : null;
}

function discountFaultOf(error: { message: string; code: string | null }): DiscountFault {
  return error.message === "" ? faultFor("code_not_created") : { field: [], ...error };
}

function faultFor(code: "code_not_added_yet" | "code_not_created" | "code_not_removed_yet"): DiscountFault {
  return { field: [], message: "", code: null, reason: { code } };
}

/** Removes one code from the store, with its discount if it has no other code, and waits until it is gone. */
export async function removeOneCode(
  { domain }: CodeShop,
  { discount, codes, isOnly }: PlatformCode,
  code: string,
): Promise<Refusal | null> {
  const { discountId } = discount;
  const redeem = codes.find((one) => one.code.toLowerCase() === code.toLowerCase());
  const asked = await askPlatform(async () => {
    if (isOnly) return await deleteDiscount(domain, discountId);
    if (!redeem) return [];
    const faults = await removeCodes(domain, discountId, [redeem.id]);
    for (let look = 0; faults.length === 0 && look < looks; look += 1) {
      if ((await findDiscountByCode(domain, code))?.discountId !== discountId) return [];
      await wait(lookMs);
    }
    return faults.length > 0 ? faults : [faultFor("code_not_removed_yet")];
  }, "code");
  if (isRefusal(asked)) return asked;
  return asked.answer.length > 0 ? refusalOf(asked.answer, "code") : null;
}

/** Ends a discount now, so that none of its codes works. */
export async function endDiscount({ domain }: CodeShop, discount: PlatformDiscount): Promise<Refusal | null> {
  if (discount.status === "expired") return null;
  const asked = await askPlatform(() => deactivateDiscount(domain, discount.discountId), "code");
  if (isRefusal(asked)) return asked;
  return asked.answer.length > 0 ? refusalOf(asked.answer, "code") : null;
}

/**
 * Reopens a discount that was ended here, with the end date that it had before. Returns the store's codes of it, in
 * lower case.
 */
export async function reopenDiscount(
  { shopId, domain }: CodeShop,
  discountId: string,
  now: Date,
): Promise<{ readonly keys: ReadonlySet<string> } | Refusal> {
  const known = await findDiscountRow(db(), shopId, discountId);
  const until = known?.details.endsAt ?? null;
  if (until !== null && Date.parse(until) <= now.getTime()) {
    return refuse("not-possible", { code: "discount_ended" }, "code");
  }
  const asked = await askPlatform(async () => {
    const discount = await readDiscount(domain, discountId);
    const codes = discount && (await readRedeemCodes(domain, discountId));
    if (!discount || !codes) return null;
    const faults = discount.status === "expired" ? await reopenWithDetails(domain, discount, until) : [];
    return { faults, keys: new Set(codes.map((one) => one.code.toLowerCase())) };
  }, "code");
  if (isRefusal(asked)) return asked;
  if (!asked.answer) return refuse("not-possible", { code: "discount_deleted" }, "code");
  const { faults, keys } = asked.answer;
  return faults.length > 0 ? refusalOf(faults, "code") : { keys };
}

async function reopenWithDetails(
  domain: string,
  { discountId, details }: PlatformDiscount,
  endsAt: string | null,
): Promise<DiscountFault[]> {
  const { kind } = details.value;
  if (kind === "other") return await activateDiscount(domain, discountId);
  const named = kind === "free-shipping" ? kind : "basic";
  return await updateDiscount(domain, discountId, { kind: named, input: { endsAt } });
}
