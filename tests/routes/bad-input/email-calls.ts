import type { Call } from "./call.ts";

/** Calls about the emails that the app sends. */
export const emailCalls: readonly Call[] = [
  {
    id: "switchEmail",
    good: 200,
    method: "PUT",
    path: () => "/api/v1/emails/sale",
    body: { enabled: false },
    fields: { enabled: "flag" },
    required: ["enabled"],
  },
  {
    id: "changeEmailText",
    good: 200,
    method: "PUT",
    path: () => "/api/v1/emails/sign_in/text",
    body: { language: "de", subject: "Anmelden bei {shop}", body: "Hallo {name}" },
    fields: { language: "word", subject: "templateSubject", body: "templateBody" },
    required: ["language", "subject", "body"],
  },
  {
    id: "resetEmailText",
    good: 200,
    method: "POST",
    path: () => "/api/v1/emails/sign_in/reset",
    body: { language: "de" },
    fields: { language: "word" },
    required: ["language"],
  },
];
