import type { z } from "zod";
import type { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { assignDiscountCode, removeDiscountCode } from "#app/flows/codes/discount-codes.ts";
import { resendInvitation } from "#app/flows/affiliates/resend-invitation.ts";
import { useDetailsNow } from "#app/flows/affiliates/use-details-now.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { addOpeningBalance, writeOffBalance } from "#app/flows/commissions/balance-entries.ts";
import { holdAffiliate, liftHold } from "#app/flows/payouts/hold-affiliate.ts";
import type { FormInput } from "./form-action.ts";

type Fields = z.output<typeof affiliateForm>;
type Done = {
  readonly ok: true;
  readonly intent: Fields["intent"];
  /** Link of an invitation that the merchant has to send; shown once. */
  readonly link?: string;
};

/** Does what one of the forms of an affiliate's page asks. */
export async function changeAffiliate(id: string, input: FormInput<Fields>): Promise<Done | Refusal> {
  const { fields, context, now } = input;
  const done = { ok: true, intent: fields.intent } as const;
  if (fields.intent === "resend") {
    const by = { actor: context.actor, now, showsLink: true };
    const sent = await resendInvitation(context.shop, id, by);
    if (isRefusal(sent)) return sent;
    return sent.link === null ? done : { ...done, link: sent.link };
  }
  const result = await run(id, { ...input, fields });
  return isRefusal(result) ? result : done;
}

type Changing = Exclude<Fields, { readonly intent: "resend" }>;

async function run(id: string, input: FormInput<Changing>): Promise<unknown> {
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
  if (fields.intent === "use-details") return await useDetailsNow(shop, id, fields.details, by);
  if (fields.intent === "write-off") return await writeOffBalance(shop, id, fields, by);
  if (fields.intent === "opening-balance") return await addOpeningBalance(shop, id, fields, by);
  return await adjustAffiliate(shop, id, fields, by);
}

type CodeFields = Extract<Fields, { readonly code: string }>;

async function changeCode(id: string, fields: CodeFields, { context, now }: FormInput<Changing>) {
  const { shop, actor } = context;
  const by = { actor, now };
  const named = { affiliateId: id, code: fields.code };
  const ending = { reason: "reason" in fields ? fields.reason : undefined };
  if (fields.intent === "assign-code") return await assignDiscountCode(shop, id, fields.code, by);
  if (fields.intent === "remove-code") return await removeDiscountCode(shop, named, by, ending);
  if (fields.intent === "rename-code") return await renameCode(shop, named, fields.newCode.trim(), by);
  if (fields.intent === "pause-code") return await pauseCode(shop, named, by, ending);
  if (fields.intent === "resume-code") return await resumeCode(shop, named, by);
  return await deleteCode(shop, named, by, ending);
}
