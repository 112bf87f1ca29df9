import { z } from "zod";
import {
  affiliateReasonField,
  affiliateStatusBody,
  discountCodeBody,
  inviteForm,
  tagsText,
  updateAffiliateBody,
} from "./affiliate.ts";
import { openingBalanceForm, writeOffForm } from "./balance-entry.ts";
import { adjustForm } from "./commission-handling.ts";
import { payoutPauseBody } from "./payout.ts";
import { useDetailsNowBody } from "./payout-details.ts";

const text = (most: number) => z.string("Is missing").max(most, `Must be at most ${most} characters`);

/** The bulk form of the list: one status for the selected rows of a page. */
export const affiliatesForm = z.object({
  status: affiliateStatusBody.shape.status,
  /** Why they are suspended. */
  note: affiliateStatusBody.shape.reason,
  ids: z
    .union([text(40), z.array(text(40))])
    .transform((given) => [given].flat())
    .pipe(z.array(z.string()).min(1, "Select at least one affiliate").max(250, "At most 250 at once")),
});

/** The forms of an affiliate's page, told apart by `intent`. */
export const affiliateForm = z.discriminatedUnion(
  "intent",
  [
    inviteForm.extend({
      intent: z.literal("edit"),
      referralCode: updateAffiliateBody.shape.referralCode.nonoptional("Enter a referral code"),
      tags: tagsText.optional(),
      reason: affiliateReasonField,
      revision: text(9).regex(/^\d+$/, "Is not a revision").transform(Number),
    }),
    affiliateStatusBody.extend({ intent: z.literal("status") }),
    discountCodeBody.extend({ intent: z.literal("assign-code") }),
    z.object({ intent: z.literal("remove-code"), code: text(300), reason: affiliateReasonField }),
    z.object({ intent: z.literal("rename-code"), code: text(300), newCode: text(300) }),
    z.object({ intent: z.literal("pause-code"), code: text(300), reason: affiliateReasonField }),
    z.object({ intent: z.literal("resume-code"), code: text(300) }),
    z.object({ intent: z.literal("delete-code"), code: text(300), reason: affiliateReasonField }),
    z.object({ intent: z.literal("resend") }),
    payoutPauseBody.extend({ intent: z.literal("pause-payouts") }),
    z.object({ intent: z.literal("resume-payouts") }),
    useDetailsNowBody.extend({ intent: z.literal("use-details") }),
    adjustForm,
    writeOffForm,
    openingBalanceForm,
  ],
  "Must be a form of this page",
);
