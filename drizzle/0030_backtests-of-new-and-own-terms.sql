ALTER TABLE "backtests" ALTER COLUMN "program_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "affiliate_id" text collate "C";