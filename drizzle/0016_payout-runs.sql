DROP INDEX "payout_batches_open";--> statement-breakpoint
ALTER TABLE "payout_settings" ADD COLUMN "ran_through" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "payout_batches_open" ON "payout_batches" USING btree ("status") WHERE status in ('planning', 'cancelling', 'sending');