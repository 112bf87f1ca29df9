import { z } from "zod";
import { paypalEmailProblem } from "#app/domain/payouts/account-check.ts";
import {
  affiliateReasonField,
  affiliateStatusBody,
  discountCodeBody,
  inviteAffiliateBody,
  inviteForm,
  tagsText,
  updateAffiliateBody,
} from "./affiliate.ts";
import { openingBalanceForm, writeOffForm } from "./balances.ts";
import { adjustForm } from "./commission-handling.ts";
import { type CheckedRowWire, pastedRows } from "./pasted-rows.ts";
import { useDetailsNowBody } from "./payout-details.ts";
import { payoutPauseBody } from "./payout.ts";
import { because, choose, enter, wrong } from "./reasons.ts";

const text = (most: number) => z.string().max(most);

/** The bulk form of the list: one status for the selected rows of a page. */
export const affiliatesForm = z.object({
  status: affiliateStatusBody.shape.status,
  /** Why they are suspended. */
  note: affiliateStatusBody.shape.reason,
  ids: z
    .union([text(40), z.array(text(40))])
    .transform((given) => [given].flat())
    .pipe(z.array(z.string()).min(1, choose("affiliates")).max(250)),
});

/** The forms of an affiliate's page, told apart by `intent`. */
export const affiliateForm = z.discriminatedUnion("intent", [
  inviteForm.extend({
    intent: z.literal("edit"),
    referralCode: updateAffiliateBody.shape.referralCode.nonoptional(enter("referral_code")),
    tags: tagsText.optional(),
    reason: affiliateReasonField,
    revision: text(9).regex(/^\d+$/, wrong("whole_number")).transform(Number),
  }),
  affiliateStatusBody.extend({ intent: z.literal("status") }),
  discountCodeBody.extend({ intent: z.literal("assign-code") }),
  z.object({ intent: z.literal("remove-code"), code: text(300), reason: affiliateReasonField }),
  z.object({ intent: z.literal("rename-code"), code: text(300), newCode: text(300) }),
  z.object({ intent: z.literal("pause-code"), code: text(300), reason: affiliateReasonField }),
  z.object({ intent: z.literal("resume-code"), code: text(300) }),
  z.object({ intent: z.literal("delete-code"), code: text(300), reason: affiliateReasonField }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("ask-for-details") }),
  payoutPauseBody.extend({ intent: z.literal("pause-payouts") }),
  z.object({ intent: z.literal("resume-payouts") }),
  useDetailsNowBody.extend({ intent: z.literal("use-details") }),
  adjustForm,
  writeOffForm,
  openingBalanceForm,
]);

const { name, email, referralCode, tags } = inviteAffiliateBody.shape;

/** The texts of one line of a list of people to invite. */
export const inviteRowBody = z.object({
  name,
  email,
  code: z.union([z.literal(""), referralCode.unwrap()]),
  tags: tags.unwrap(),
  payoutEmail: z.string().superRefine((address, context) => {
    const problem = address === "" ? null : paypalEmailProblem(address);
    if (problem !== null) context.addIssue({ code: "custom", message: because(problem) });
  }),
});

/** The form that invites a pasted or uploaded list. */
export const inviteManyForm = z.object({ ...pastedRows, intent: z.literal("many") });

export type CheckedInviteWire = CheckedRowWire & { readonly name: string };
