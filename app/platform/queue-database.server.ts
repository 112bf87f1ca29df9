import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Db } from "./db.server.ts";

/** A transaction for the queue, so that a job is enqueued together with its cause. */
export function queueDatabase(tx: Db): ReturnType<typeof fromDrizzle> {
  return fromDrizzle(tx, sql);
}
