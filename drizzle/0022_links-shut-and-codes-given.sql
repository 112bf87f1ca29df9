ALTER TABLE "discounts" ADD COLUMN "auto_program_id" text collate "C";--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "auto_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "shut_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "discounts_auto" ON "discounts" USING btree ("shop_id","auto_program_id") WHERE "discounts"."auto_program_id" is not null;--> statement-breakpoint
UPDATE "links" SET "shut_since" = "updated_at" WHERE "status" <> 'active';
