import type { Form } from "./form.ts";

const text = { language: "de", subject: "Anmelden bei {shop}", body: "Hallo {name}" };
const textKinds = {
  intent: "word",
  language: "word",
  subject: "templateSubject",
  body: "templateBody",
} as const;

/** The forms of Settings ▸ Emails and Settings ▸ Affiliate portal. */
export const emailForms: readonly Form[] = [
  {
    name: "an email's switch",
    path: () => "/dashboard/settings/notifications",
    fields: { kind: "sale", enabled: "false" },
    kinds: { enabled: "word" },
    optional: [],
  },
  {
    name: "an email's text",
    path: () => "/dashboard/settings/notifications/sign_in",
    fields: { intent: "save", ...text },
    kinds: textKinds,
    optional: [],
  },
  {
    name: "an email's default text",
    path: () => "/dashboard/settings/notifications/sign_in",
    fields: { intent: "reset", language: "de" },
    kinds: { intent: "word", language: "word" },
    optional: [],
  },
  {
    name: "an email's preview",
    path: () => "/dashboard/settings/notifications/sign_in",
    fields: { intent: "preview", ...text },
    kinds: textKinds,
    optional: [],
  },
  {
    name: "a test of an email",
    path: () => "/dashboard/settings/notifications/sign_in",
    fields: { intent: "test", ...text, to: "me" },
    kinds: { ...textKinds, to: "word" },
    optional: [],
  },
  {
    name: "removing the logo",
    path: () => "/dashboard/settings/portal",
    fields: { intent: "remove" },
    kinds: { intent: "word" },
    optional: [],
  },
];
