import type { z } from "zod";
import type { discountForm } from "#app/contracts/discount-forms.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dropDiscount, pauseDiscount, resumeDiscount } from "#app/flows/codes/change-discount.ts";
import { checkDiscount } from "#app/flows/codes/check-codes.ts";
import { giveToNewcomers } from "#app/flows/codes/give-codes.ts";
import { addDiscountCodes } from "#app/flows/codes/make-discount.ts";
import { goOnWithBatch } from "#app/flows/codes/stopped-batch.ts";
import type { FormInput } from "./form-action.ts";

type Fields = z.output<typeof discountForm>;
type Done = { readonly ok: true; readonly intent: Fields["intent"] };

/** Does what one of the forms of a discount's page asks. */
export async function changeDiscount(id: string, input: FormInput<Fields>): Promise<Done | Refusal> {
  const result = await run(id, input);
  return isRefusal(result) ? result : { ok: true, intent: input.fields.intent };
}

async function run(id: string, { context, fields, now }: FormInput<Fields>): Promise<unknown> {
  const { shop, actor } = context;
  const by = { actor, now };
  if (fields.intent === "check") return await checkDiscount(shop, id, now);
  if (fields.intent === "delete") return await dropDiscount(shop, id, by, fields.reason);
  if (fields.intent === "status") {
    return fields.status === "paused"
      ? await pauseDiscount(shop, id, by, fields.reason)
      : await resumeDiscount(shop, id, by);
  }
  if (fields.intent === "newcomers") {
    return await giveToNewcomers(shop, id, fields.programId === "" ? null : fields.programId, by);
  }
  if (fields.intent === "go-on") return await goOnWithBatch(shop.shopId, fields.id, by);
  const { template, who, programId, affiliateIds } = fields;
  const wanted = who === "program" ? { programId, affiliateIds: [] } : { affiliateIds };
  return await addDiscountCodes(shop, id, { template, ...wanted }, by);
}
