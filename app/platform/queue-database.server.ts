import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Db } from "./db.server.ts";

/** A transaction in the form in which the queue takes one, so that a job is enqueued with the fact it is about. */
export function queueDatabase(tx: Db): ReturnType<typeof fromDrizzle> {
  return fromDrizzle(tx, sql);
}
