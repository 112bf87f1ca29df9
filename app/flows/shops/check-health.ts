import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { pingDatabase } from "#app/store/health.ts";
import application from "../../../package.json" with { type: "json" };

export type Health = {
  status: "ok" | "unavailable";
  database: "ok" | "unavailable";
  version: string;
};

const patienceMs = 3_000;

/** The health of this process: it can serve if its database answers within 3 s. */
export async function checkHealth(): Promise<Health> {
  const { version } = application;
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("The database did not answer in time")), patienceMs);
    });
    await Promise.race([pingDatabase(db()), late]);
    return { status: "ok", database: "ok", version };
  } catch (error) {
    log.error("The database is away", describeError(error));
    return { status: "unavailable", database: "unavailable", version };
  } finally {
    clearTimeout(timer);
  }
}
