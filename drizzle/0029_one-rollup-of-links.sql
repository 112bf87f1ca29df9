-- What it held stands under the dimension of links: clicks since 0024, orders as the job fills them in.
DROP TABLE "daily_link_figures";--> statement-breakpoint
CREATE INDEX "daily_dimension_figures_link" ON "daily_dimension_figures" USING btree ("shop_id","value","day") WHERE dimension = 'link';
