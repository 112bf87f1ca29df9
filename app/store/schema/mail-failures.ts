import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, shopId } from "./columns.ts";

/** Mails that the mail server did not take, until it takes them, a person sends them again, or 30 days are over. */
export const mailFailures = pgTable(
  "mail_failures",
  {
    shopId: shopId(),
    jobId: text("job_id").notNull(),
    /** The mail as its job carries it. */
    sealed: text("sealed").notNull(),
    attempts: integer("attempts").notNull(),
    /** What the mail server said, without addresses. */
    failure: text("failure").notNull(),
    firstFailedAt: instant("first_failed_at").notNull(),
    lastFailedAt: instant("last_failed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.jobId] })],
);
