import type {
  ApplicationEventName,
  CommissionEventName,
  EventName,
  EventPayloads,
  PaymentEventName,
} from "#app/domain/events.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import type { EmailSecret, OutboxEvent } from "#app/store/outbox.ts";
import type { FoundReader } from "./find-reader.ts";

/** Events about affiliates that are each emailed alone. */
type SingleEventName = Exclude<EventName, ApplicationEventName | CommissionEventName | PaymentEventName>;

export type EmailOf<Name extends EventName> = FoundReader & {
  readonly payload: EventPayloads[Name];
  readonly event: OutboxEvent;
  readonly secret: EmailSecret;
};

/** Writes the email of an event. Null if it's no longer true. */
export type EventEmails = {
  readonly [Name in SingleEventName]: (of: EmailOf<Name>) => Promise<Mail | null>;
};
