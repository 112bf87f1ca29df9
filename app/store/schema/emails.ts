import type { EventName, EventPayload } from "../../domain/events.ts";
import type { AffiliateId, EventId } from "../../domain/ids.ts";
import type { Language } from "../../domain/languages.ts";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { affiliates } from "./affiliates.ts";
import { checkLanguage, id, instant, shopId } from "./columns.ts";

/** Events with public names and payloads, written in the transaction that causes them. */
export const outboxEvents = pgTable(
  "outbox_events",
  {
    shopId: shopId(),
    eventId: id<EventId>("event_id").notNull(),
    name: text("name").$type<EventName>().notNull(),
    /** Id or key of the event's subject. */
    subjectId: text("subject_id").notNull(),
    /** The affiliate of the event. Null for several affiliates or none. */
    affiliateId: id<AffiliateId>("affiliate_id"),
    payload: jsonb("payload").$type<EventPayload>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.eventId] }),
    // Query: the sale of a commission; earlier events of a tier.
    index("outbox_events_subject").on(table.shopId, table.subjectId),
    // Query: events of one kind, newest first.
    index("outbox_events_name").on(table.shopId, table.name, table.eventId),
    // Query: events of an affiliate, newest first.
    index("outbox_events_affiliate").on(table.shopId, table.affiliateId, table.eventId),
    // Query: events older than the retention period.
    index("outbox_events_age").on(table.shopId, table.createdAt),
  ],
);

export type EmailState = "waiting" | "sending" | "sent" | "skipped" | "failed";

/** One row per event and receiver. Rows with the same message id are sent as one email. */
export const eventEmails = pgTable(
  "event_emails",
  {
    shopId: shopId(),
    eventId: id<EventId>("event_id").notNull(),
    channel: text("channel").$type<"email">().notNull(),
    /** An affiliate or application. Several addresses of one are numbered: "aff_…:2". */
    receiver: text("receiver").notNull(),
    /** Null for applicants. */
    affiliateId: id<AffiliateId>("affiliate_id"),
    /** `EmailSecret`: links and addresses that only the email has. Deleted when the email is finished. */
    sealed: text("sealed").notNull().default(""),
    eventName: text("event_name").$type<EventName>().notNull(),
    state: text("state").$type<EmailState>().notNull().default("waiting"),
    /** Set with the first attempt, and kept by every later one. */
    messageId: text("message_id"),
    attempts: integer("attempts").notNull().default(0),
    /** An attempt ended without an answer, so the email may have arrived. */
    interrupted: boolean("interrupted").notNull().default(false),
    /** When to send it; while it is being sent, when the attempt counts as interrupted. */
    dueAt: instant("due_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.eventId, table.channel, table.receiver] }),
    // Query: emails to send now.
    index("event_emails_due")
      .on(table.shopId, table.dueAt, table.eventId)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    // Query: events of one email.
    index("event_emails_message").on(table.shopId, table.messageId),
    // Query: emails to an affiliate within the last hour, by kind of event.
    index("event_emails_recent").on(table.shopId, table.affiliateId, table.eventName, table.finishedAt),
    foreignKey({
      columns: [table.shopId, table.eventId],
      foreignColumns: [outboxEvents.shopId, outboxEvents.eventId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** A store's own texts of emails. A kind of email without a row has the usual text. */
export const emailTemplates = pgTable(
  "email_templates",
  {
    shopId: shopId(),
    /** One of `emailKinds`, or one that a former version had. */
    kind: text("kind").notNull(),
    language: text("language").$type<Language>().notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.kind, table.language] }),
    checkLanguage("email_templates_language", table.language),
    check("email_templates_subject", sql`length(${table.subject}) between 1 and 200`),
    check("email_templates_body", sql`length(${table.body}) between 1 and 10000`),
  ],
);

/** Kinds of email that a store turned off. */
export const emailsTurnedOff = pgTable(
  "emails_turned_off",
  {
    shopId: shopId(),
    kind: text("kind").notNull(),
    turnedOffAt: instant("turned_off_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.kind] })],
);

/** Until when a merchant was told of something, by kind of email. */
export const merchantNotices = pgTable(
  "merchant_notices",
  {
    shopId: shopId(),
    kind: text("kind").notNull(),
    toldUntil: instant("told_until").notNull(),
    /** When the last email of the kind was sent; null before the first. */
    sentAt: instant("sent_at"),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.kind] })],
);

/**
 * Emails that the mail server rejected. A row ends when the server accepts it, a person resends it, or after 30
 * days.
 */
export const emailFailures = pgTable(
  "email_failures",
  {
    shopId: shopId(),
    jobId: text("job_id").notNull(),
    /** The email as stored in its job. */
    sealed: text("sealed").notNull(),
    attempts: integer("attempts").notNull(),
    /** The mail server's error, without addresses. */
    failure: text("failure").notNull(),
    firstFailedAt: instant("first_failed_at").notNull(),
    lastFailedAt: instant("last_failed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.jobId] })],
);
