ALTER TABLE "provider_statements" ADD COLUMN "stopped" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_statements" ADD COLUMN "accounts_read" integer DEFAULT 0 NOT NULL;