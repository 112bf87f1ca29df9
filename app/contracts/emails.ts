import { z } from "zod";
import { emailGroups, type EmailKind, emailKinds } from "../domain/emails/kinds.ts";
import { languages } from "../domain/languages.ts";
import { choose, enter, ofType } from "./reasons.ts";

const kinds = Object.keys(emailKinds) as [EmailKind, ...EmailKind[]];

const language = z.enum(languages, choose("language"));
// Lengths and variables are checked with the kind, whose variables decide.
const subject = z.string(ofType(enter("subject")));
const body = z.string(ofType(enter("text")));

/** Body of PUT /api/v1/emails/{id}/text. */
export const emailTextBody = z
  .strictObject({
    language,
    subject: subject.meta({ description: "One line of at most 200 characters" }),
    body: body.meta({
      description: "At most 10,000 characters. Blank lines part paragraphs, {variables} stand for values",
    }),
  })
  .meta({ id: "EmailTextChange" });

/** Body of POST /api/v1/emails/{id}/reset. */
export const emailResetBody = z.strictObject({ language }).meta({ id: "EmailTextReset" });

/** Body of PUT /api/v1/emails/{id}. */
export const emailSwitchBody = z.strictObject({ enabled: z.boolean() }).meta({ id: "EmailSwitch" });

const textWire = z.object({ subject: z.string(), body: z.string() });

export const emailWire = z
  .object({
    id: z.enum(kinds),
    audience: z.enum(["affiliate", "merchant"]),
    group: z.enum(emailGroups),
    title: z.string(),
    about: z.string(),
    enabled: z.boolean(),
    essential: z.string().nullable().meta({ description: "Why it can't be turned off; null where it can" }),
    digestOf: z.enum(kinds).nullable().meta({ description: "Email whose switch this digest follows" }),
    texts: z.array(
      z.object({
        language,
        default: textWire,
        custom: textWire.nullable().meta({ description: "Your own text" }),
        fits: z
          .boolean()
          .meta({ description: "False if the custom text has a variable that is gone. The default is sent" }),
        button: z.string(),
        variables: z.array(z.object({ name: z.string(), about: z.string(), sample: z.string() })),
      }),
    ),
  })
  .meta({ id: "Email" });

export type EmailWire = z.input<typeof emailWire>;

export const emailListWire = z.object({ emails: z.array(emailWire) }).meta({ id: "EmailList" });

const on = z.enum(["true", "false"]).transform((text) => text === "true");

/** Forms of Settings ▸ Emails. */
export const emailSwitchForm = z.object({ kind: z.string(), enabled: on });

export const emailTextForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), language, subject, body }),
  z.object({ intent: z.literal("reset"), language }),
  z.object({ intent: z.literal("preview"), language, subject, body }),
  z.object({
    intent: z.literal("test"),
    language,
    subject,
    body,
    to: z.enum(["me", "contact"], choose("option")),
  }),
]);
