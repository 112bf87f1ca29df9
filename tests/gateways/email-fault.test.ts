import { afterAll, beforeAll, expect, it } from "vitest";
import { mailFaultText } from "#app/gateways/email/send-mail.server.ts";
import { restoreEnv, setEnv } from "../support/environment.ts";

beforeAll(() => setEnv({ SMTP_URL: "smtp://user:password@mailpit:1025" }));
afterAll(restoreEnv);

it.each([
  ["connect ECONNREFUSED 10.0.0.5:587", "connect ECONNREFUSED …"],
  ["connect ECONNREFUSED ::1:587", "connect ECONNREFUSED …"],
  ["getaddrinfo ENOTFOUND mailpit", "getaddrinfo ENOTFOUND …"],
  ["getaddrinfo EAI_AGAIN smtp-1.internal.example", "getaddrinfo EAI_AGAIN …"],
  [
    "Invalid login: 535 5.7.8 mx3.corp.example: authentication failed",
    "Invalid login: 535 5.7.8 … authentication failed",
  ],
  ["550 5.1.1 <ada@shop.example>: Recipient address rejected.", "550 5.1.1 <…>: Recipient address rejected."],
  ["554 Client host [192.0.2.7] blocked", "554 Client host […] blocked"],
  ["SMTP_URL is not set: there is no server", "SMTP_URL is not set: there is no server"],
])("a merchant reads %j without hosts and addresses", (message, text) => {
  expect(mailFaultText(new Error(message))).toBe(text);
});
