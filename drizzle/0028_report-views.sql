CREATE TABLE "report_views" (
	"shop_id" text collate "C" NOT NULL,
	"view_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"report" text collate "C" NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_views_shop_id_view_id_pk" PRIMARY KEY("shop_id","view_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_views_name" ON "report_views" USING btree ("shop_id","name_key");