import { randomInt } from "node:crypto";
import { fillTemplate, freeCode, isNewCode, templateFault } from "#app/domain/codes/code-template.ts";
import type { DiscountDetails, DiscountDraft } from "#app/domain/codes/discount.ts";
import { bothRefusals, isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import { db, type Db } from "#app/platform/db.server.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";
import { codesByKey, findCodeReceivers, type CodeReceiver } from "#app/store/codes.ts";
import type { BatchCode } from "#app/store/discounts.ts";

/** The affiliates who get codes, and the template of the codes. */
export type CodesWanted = {
  readonly template: string;
  /** All members of a program, or else the affiliates named. */
  readonly programId?: string | undefined;
  readonly affiliateIds: readonly string[];
};

/** Limit of codes per batch. A program with more members is done in parts. */
const mostCodes = 5000;

/**
 * Plans a code for each affiliate from the template, with a number appended if our books have the code already.
 */
export async function planCodes(
  shopId: ShopId,
  wanted: CodesWanted,
  value: DiscountDetails["value"],
  from: Db = db(),
): Promise<BatchCode[] | Refusal> {
  const kind = value.kind === "other" ? "free-shipping" : value.kind;
  const receivers = await findReceivers(from, shopId, wanted, kind);
  if (isRefusal(receivers)) return receivers;
  const template = wanted.template.trim();
  const facts = {
    percent: value.kind === "percentage" ? value.percent : undefined,
    amount: value.kind === "amount" ? value.amount : undefined,
    random: () => randomInt(1_000_000) / 1_000_000,
  };
  const filled = receivers.map((one) => ({
    one,
    code: fillTemplate(template, { name: latinLetters(one.name), ...facts }),
  }));
  if (filled.some(({ code }) => !isNewCode(code))) {
    return refuse("invalid", { code: "value_invalid", what: "discount_code" }, "template");
  }
  const taken = await findCollidingCodes(
    from,
    shopId,
    filled.map(({ code }) => code),
  );
  return filled.map(({ one, code }) => {
    const free = freeCode(code, (key) => taken.has(key));
    taken.add(free.toLowerCase());
    return { affiliateId: one.affiliateId, name: one.name, code: free, state: "waiting", message: null };
  });
}

/** Finds the affiliates who get codes. Refuses with all errors in the selection and the template at once. */
export async function findReceivers(
  from: Db,
  shopId: ShopId,
  wanted: CodesWanted,
  kind: DiscountDraft["kind"],
): Promise<CodeReceiver[] | Refusal> {
  const fault = templateFault(wanted.template.trim(), { kind });
  const receivers = await readReceivers(from, shopId, wanted);
  if (fault === null) return receivers;
  const refusal = refuse("invalid", fault, "template");
  return isRefusal(receivers) ? bothRefusals(refusal, receivers) : refusal;
}

async function readReceivers(
  from: Db,
  shopId: ShopId,
  wanted: CodesWanted,
): Promise<CodeReceiver[] | Refusal> {
  const { programId, affiliateIds } = wanted;
  const field = programId === undefined ? "affiliateIds" : "programId";
  const who = programId === undefined ? { affiliateIds } : { programId };
  if (programId !== undefined && !isIdOf("program", programId)) {
    return refuse("invalid", { code: "not_found", what: "program" }, field);
  }
  const found = await findCodeReceivers(from, shopId, who, mostCodes + 1);
  if (found.length > mostCodes) {
    return refuse("invalid", { code: "too_many_codes", most: mostCodes }, field);
  }
  if (programId === undefined && found.length < new Set(affiliateIds).size) {
    return refuse("invalid", { code: "affiliates_not_eligible" }, field);
  }
  return found.length > 0 ? found : refuse("invalid", { code: "choice_missing", what: "affiliates" }, field);
}

/** Codes in our books that could collide with the planned ones, with or without a number appended. */
async function findCollidingCodes(from: Db, shopId: ShopId, codes: readonly string[]): Promise<Set<string>> {
  const numbers = Math.min(50, codes.length + 10);
  const keys = new Set(
    codes.flatMap((code) => {
      const key = code.toLowerCase();
      return [key, ...Array.from({ length: numbers }, (_, index) => `${key}${index + 2}`)];
    }),
  );
  return new Set((await codesByKey(from, shopId, [...keys])).map((one) => one.codeKey));
}
