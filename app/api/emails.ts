import {
  emailListWire,
  emailResetBody,
  emailSwitchBody,
  emailTextBody,
  emailWire,
} from "#app/contracts/emails.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  listEmails,
  readEmail,
  resetTemplate,
  saveTemplate,
  turnEmail,
} from "#app/flows/emails/templates.ts";
import { emailToWire } from "#app/http/email-wire.ts";
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
    handle: async ({ shopId }) => ({ emails: (await listEmails(shopId)).map(emailToWire) }),
  }),
  defineCall({
    id: "getEmail",
    method: "GET",
    path: "/emails/{id}",
    tag: "Emails",
    summary: "One email with its texts and variables.",
    permission: "read",
    answer: emailWire,
    handle: async ({ shopId, id }) => {
      const email = await readEmail(shopId, id);
      return isRefusal(email) ? email : emailToWire(email);
    },
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
    handle: async ({ ctx, id, body }) => {
      const email = await turnEmail(ctx, id, body.enabled);
      return isRefusal(email) ? email : emailToWire(email);
    },
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
    handle: async ({ ctx, id, body }) => {
      const email = await saveTemplate(ctx, id, body);
      return isRefusal(email) ? email : emailToWire(email);
    },
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
    handle: async ({ ctx, id, body }) => {
      const email = await resetTemplate(ctx, id, body.language);
      return isRefusal(email) ? email : emailToWire(email);
    },
  }),
];
