import { emailListWire, emailResetBody, emailSwitchBody, emailTextBody, emailWire } from "../emails.ts";
import { reading, writing, type ApiCall } from "./api-call.ts";

export const emailCalls: readonly ApiCall[] = [
  {
    id: "listEmails",
    method: "get",
    path: "/api/v1/emails",
    tag: "Emails",
    summary: "Every email that the app sends, with its texts and variables.",
    answer: emailListWire,
    errors: reading,
  },
  {
    id: "getEmail",
    method: "get",
    path: "/api/v1/emails/{id}",
    tag: "Emails",
    summary: "One email with its texts and variables.",
    answer: emailWire,
    errors: reading,
  },
  {
    id: "switchEmail",
    method: "put",
    path: "/api/v1/emails/{id}",
    tag: "Emails",
    summary: "Turn an email on or off. Essential emails stay on.",
    body: emailSwitchBody,
    answer: emailWire,
    errors: writing,
  },
  {
    id: "changeEmailText",
    method: "put",
    path: "/api/v1/emails/{id}/text",
    tag: "Emails",
    summary: "Replace subject and body of an email in one language.",
    body: emailTextBody,
    answer: emailWire,
    errors: writing,
  },
  {
    id: "resetEmailText",
    method: "post",
    path: "/api/v1/emails/{id}/reset",
    tag: "Emails",
    summary: "Return an email to its default text in one language.",
    body: emailResetBody,
    answer: emailWire,
    errors: writing,
  },
];
