import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, check, customType, integer, timestamp } from "drizzle-orm/pg-core";
import type { ShopId } from "../../domain/ids.ts";
import { languages } from "../../domain/languages.ts";
import type { PeriodRange } from "../../domain/program.ts";

/** An id as text, compared byte by byte: ids sort by time in every database, whatever its locale. */
const idText = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });

/** A column holding an id of a given kind. */
export const id = <Kind extends string>(name: string) => idText(name).$type<Kind>();

/** First column of every key of tenant data. */
export const shopId = () => id<ShopId>("shop_id").notNull();

/** An instant, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/** An amount in the minor unit of the row's currency. */
export const minor = (name: string) => bigint(name, { mode: "bigint" });

/** A number of days or months with its default. */
export const period = (name: string, { initial }: PeriodRange) => integer(name).notNull().default(initial);

/** Refuses periods out of range. A check takes no parameters, so the bounds are part of its text. */
export const checkPeriod = (name: string, column: AnyPgColumn, { least, most }: PeriodRange) =>
  check(name, sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`);

/** Refuses languages that the app does not have. */
export const checkLanguage = (name: string, column: AnyPgColumn) =>
  check(name, sql`${column} in (${sql.raw(languages.map((one) => `'${one}'`).join(", "))})`);
