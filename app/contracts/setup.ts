import { z } from "zod";
import { inviteForm } from "./affiliate.ts";
import { termsFields } from "./terms.ts";
import { plainName } from "./wire.ts";

/** Forms of the setup guide, told apart by `intent`. */
export const setupForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("create-program"),
      name: plainName(120),
      percent: termsFields.percent,
      status: z.enum(["draft", "active"], "Must be draft or active"),
    }),
    z.object({
      intent: z.literal("activate-program"),
      programId: z.string("Must be an id").max(40, "Is not a program"),
    }),
    inviteForm.pick({ name: true, email: true }).extend({ intent: z.literal("invite") }),
  ],
  "Must be create-program, activate-program or invite",
);
