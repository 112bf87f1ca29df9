CREATE TABLE "ledger_proofs" (
	"shop_id" text collate "C" PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"transfers" integer NOT NULL,
	"highest_sequence" bigint NOT NULL,
	"balances" integer NOT NULL,
	"orders" integer NOT NULL,
	"difference_count" integer NOT NULL,
	"differences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_failures" (
	"shop_id" text collate "C" NOT NULL,
	"job_id" text NOT NULL,
	"sealed" text NOT NULL,
	"attempts" integer NOT NULL,
	"failure" text NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"last_failed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_failures_shop_id_job_id_pk" PRIMARY KEY("shop_id","job_id")
);
--> statement-breakpoint
CREATE INDEX "deliveries_set_aside" ON "deliveries" USING btree ("shop_id","received_at","topic","webhook_id") WHERE "deliveries"."status" = 'quarantined';