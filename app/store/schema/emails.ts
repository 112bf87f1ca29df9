import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Language } from "../../domain/languages.ts";
import { checkLanguage, instant, shopId } from "./columns.ts";

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
