import {
  emailListWire,
  emailResetBody,
  emailSwitchBody,
  emailTextBody,
  emailWire,
} from "#app/contracts/emails.ts";
import {
  listEmails,
  readEmail,
  resetTemplate,
  saveTemplate,
  turnEmail,
} from "#app/flows/emails/templates.ts";
import { wordedEmail, wordedEmailAnswer } from "#app/http/email-words.ts";
import { defineCall } from "./define-call.ts";

export const emailCalls = [
  defineCall({
    id: "listEmails",
    method: "GET",
    path: "/emails",
    tag: "Emails",
    summary: "Every email that the app sends, with its texts and variables.",
    permission: "read",
    answer: emailListWire,
    handle: async ({ shopId }) => ({ emails: (await listEmails(shopId)).map(wordedEmail) }),
  }),
  defineCall({
    id: "getEmail",
    method: "GET",
    path: "/emails/{id}",
    tag: "Emails",
    summary: "One email with its texts and variables.",
    permission: "read",
    answer: emailWire,
    handle: ({ shopId, id }) => wordedEmailAnswer(readEmail(shopId, id)),
  }),
  defineCall({
    id: "switchEmail",
    method: "PUT",
    path: "/emails/{id}",
    tag: "Emails",
    summary: "Turn an email on or off. Essential emails stay on.",
    permission: "write",
    body: emailSwitchBody,
    answer: emailWire,
    handle: ({ ctx, id, body }) => wordedEmailAnswer(turnEmail(ctx, id, body.enabled)),
  }),
  defineCall({
    id: "changeEmailText",
    method: "PUT",
    path: "/emails/{id}/text",
    tag: "Emails",
    summary: "Replace subject and body of an email in one language.",
    permission: "write",
    body: emailTextBody,
    answer: emailWire,
    handle: ({ ctx, id, body }) => wordedEmailAnswer(saveTemplate(ctx, id, body)),
  }),
  defineCall({
    id: "resetEmailText",
    method: "POST",
    path: "/emails/{id}/reset",
    tag: "Emails",
    summary: "Return an email to its default text in one language.",
    permission: "write",
    body: emailResetBody,
    answer: emailWire,
    handle: ({ ctx, id, body }) => wordedEmailAnswer(resetTemplate(ctx, id, body.language)),
  }),
];
