import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Language } from "../../domain/languages.ts";
import { instant, shopId } from "./columns.ts";

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
    check("email_templates_language", sql`${table.language} in ('en', 'de')`),
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
