import { sql } from "drizzle-orm";
import { db } from "#app/platform/db.server.ts";
import { afterLastTry, type JobName } from "#app/queue/catalog.ts";
import { openBoss } from "#app/queue/queue.server.ts";

/** Has the queue give up the jobs about something as after their last try, and answers the payloads it tells of then. */
export async function giveUpJobs(
  name: JobName,
  [field, id]: readonly [field: string, id: string],
): Promise<object[]> {
  const boss = await openBoss();
  await db().execute(
    sql`update pgboss.job set retry_limit = 0 where name = ${name} and data ->> ${field} = ${id}`,
  );
  for (;;) {
    const [job] = await boss.fetch(name);
    if (!job) break;
    await boss.fail(name, job.id, { message: "The platform gave no usable answer" });
  }
  const told = afterLastTry[name] ?? "";
  const { rows } = await db().execute<{ data: object }>(
    sql`select data from pgboss.job where name = ${told} and data ->> ${field} = ${id}`,
  );
  return rows.map((row) => row.data);
}
