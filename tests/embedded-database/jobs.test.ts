import { PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { startEmbeddedDatabase } from "../../embedded-database/start.ts";

test("pg-boss sends, fetches and completes over it, each job once", async () => {
  const database = await startEmbeddedDatabase();
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  const problems: unknown[] = [];
  boss.on("error", (error) => problems.push(error));
  await boss.start();
  await boss.createQueue("greet");
  const sent = await Promise.all(Array.from({ length: 30 }, (_, n) => boss.send("greet", { n })));
  const fetches = await Promise.all(
    [1, 2, 3].map(() => boss.fetch<{ n: number }>("greet", { batchSize: 10 })),
  );
  const fetched = fetches.flat();
  expect(fetched.map((job) => job.id).toSorted()).toEqual(sent.map(String).toSorted());
  await boss.complete(
    "greet",
    fetched.map((job) => job.id),
  );
  expect(await boss.fetch("greet")).toEqual([]);
  await boss.stop({ graceful: false });
  await database.stop();
  expect(problems).toEqual([]);
});
