import { z } from "zod";
import { inviteForm } from "./affiliate.ts";

/** The forms of an affiliate's profile, told apart by `intent`. */
export const ownProfileForm = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("name"), name: inviteForm.shape.name }),
    z.object({ intent: z.literal("email"), email: inviteForm.shape.email }),
    z.object({ intent: z.literal("sign-out-everywhere") }),
  ],
  "Must be a form of this page",
);

export type OwnProfileWire = {
  readonly name: string;
  readonly email: string;
  /** An address that waits for its confirmation. */
  readonly newEmail: string | null;
};
