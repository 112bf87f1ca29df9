import { sendDueEmails } from "../flows/emails/send-event-emails.ts";
import { now } from "../platform/clock.ts";
import { startLoop } from "./loop.ts";

const lookEveryMs = 3000;

/** Sends emails about events until it is stopped. */
export function startEmails(): () => Promise<void> {
  return startLoop("emails", lookEveryMs, () => sendDueEmails(now)).stop;
}
