import { expect, it } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openBoss } from "#app/queue/queue.server.ts";

it("missed orders are looked for a minute after a start and then by the clock, as leaks and bursts are", async () => {
  const { startJobs } = await import("#app/jobs/registry.ts");
  // One that another file's start left, and whose try failed since, would stand in this one's slot.
  await openBoss();
  await db().execute("delete from pgboss.job where name = 'start-sweeps'");
  const stop = await startJobs();
  await stop();
  const { rows: sent } = await db().execute<{ seconds: number }>(
    `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = 'start-sweeps' and data ->> 'cause' = 'start'`,
  );
  expect(new Set(sent.map((one) => one.seconds))).toEqual(new Set([60]));
  const { rows: scheduled } = await db().execute<{ name: string; cron: string }>(
    "select name, cron from pgboss.schedule where name in ('start-sweeps', 'watch-fraud') order by name",
  );
  // Every shop once an hour: which of them are due is asked more often.
  expect(scheduled).toEqual([
    { name: "start-sweeps", cron: "*/5 * * * *" },
    { name: "watch-fraud", cron: "37 * * * *" },
  ]);
});
