import { z } from "zod";
import { inviteForm } from "./affiliate.ts";
import { termsFields } from "./terms.ts";
import { plainName } from "./wire.ts";

/** Forms of the setup guide, told apart by `intent`. */
export const setupForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create-program"),
    name: plainName(120),
    percent: termsFields.percent,
    status: z.enum(["draft", "active"]),
  }),
  z.object({
    intent: z.literal("activate-program"),
    programId: z.string().max(40),
  }),
  inviteForm.pick({ name: true, email: true }).extend({ intent: z.literal("invite") }),
]);
