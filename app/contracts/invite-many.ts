import { z } from "zod";
import { paypalEmailProblem } from "#app/domain/payouts/account-check.ts";
import { inviteAffiliateBody } from "./affiliate.ts";
import { pastedRows, type CheckedRowWire } from "./pasted-rows.ts";

const { name, email, referralCode, tags } = inviteAffiliateBody.shape;

/** The texts of one line of a list of people to invite. */
export const inviteRowBody = z.object({
  name,
  email,
  code: z.union([z.literal(""), referralCode.unwrap()]),
  tags: tags.unwrap(),
  payoutEmail: z.string().superRefine((text, context) => {
    const problem = text === "" ? null : paypalEmailProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  }),
});

/** The form that invites a pasted or uploaded list. */
export const inviteManyForm = z.object({ ...pastedRows, intent: z.literal("many") });

export type CheckedInviteWire = CheckedRowWire & { readonly name: string };
