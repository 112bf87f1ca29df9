import type { z } from "zod";
import type { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { assignDiscountCode, removeDiscountCode } from "#app/flows/codes/discount-codes.ts";
import { resendInvitation } from "#app/flows/affiliates/resend-invitation.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { holdAffiliate, liftHold } from "#app/flows/payouts/hold-affiliate.ts";
import type { FormInput } from "./form-action.ts";

type Fields = z.output<typeof affiliateForm>;
type Done = { readonly ok: true; readonly intent: Fields["intent"] };

/** Does what one of the forms of an affiliate's page asks. */
export async function changeAffiliate(id: string, input: FormInput<Fields>): Promise<Done | Refusal> {
  const result = await run(id, input);
  return isRefusal(result) ? result : { ok: true, intent: input.fields.intent };
}

async function run(id: string, input: FormInput<Fields>): Promise<unknown> {
  const { context, fields, now } = input;
  const { shop, shopId, actor } = context;
  const by = { actor, now };
  if (fields.intent === "edit") {
    const { intent: _intent, ...change } = fields;
    return await updateAffiliate(shopId, id, change, by);
  }
  if (fields.intent === "status") return await changeAffiliateStatus(shopId, id, fields, by);
  if ("code" in fields) return await changeCode(id, fields, input);
  if (fields.intent === "hold-payouts") return await holdAffiliate(shopId, id, fields.note, by);
  if (fields.intent === "lift-payouts") return await liftHold(shopId, id, by);
  if (fields.intent === "adjust") return await adjustAffiliate(shop, id, fields, by);
  return await resendInvitation(shop, id, by);
}

type CodeFields = Extract<Fields, { readonly code: string }>;

async function changeCode(id: string, fields: CodeFields, { context, now }: FormInput<Fields>) {
  const { shop, shopId, actor } = context;
  const by = { actor, now };
  const named = { affiliateId: id, code: fields.code };
  if (fields.intent === "assign-code") return await assignDiscountCode(shop, id, fields.code, by);
  if (fields.intent === "remove-code") return await removeDiscountCode(shopId, id, fields.code, by);
  if (fields.intent === "rename-code") return await renameCode(shop, named, fields.newCode.trim(), by);
  if (fields.intent === "pause-code") return await pauseCode(shop, named, by);
  if (fields.intent === "resume-code") return await resumeCode(shop, named, by);
  return await deleteCode(shop, named, by);
}
