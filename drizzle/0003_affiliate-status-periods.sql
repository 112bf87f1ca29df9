CREATE TABLE "affiliate_status_periods" (
	"shop_id" text collate "C" NOT NULL,
	"affiliate_id" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"status" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "affiliate_status_periods_shop_id_affiliate_id_ordinal_pk" PRIMARY KEY("shop_id","affiliate_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "affiliate_status_periods" ADD CONSTRAINT "affiliate_status_periods_shop_id_affiliate_id_affiliates_shop_id_affiliate_id_fk" FOREIGN KEY ("shop_id","affiliate_id") REFERENCES "public"."affiliates"("shop_id","affiliate_id") ON DELETE no action ON UPDATE no action;