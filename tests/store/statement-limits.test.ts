import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { uptimeMs } from "#app/platform/clock.ts";
import { currentRequest } from "#app/platform/log.server.ts";
import {
  closeDatabase,
  type Db,
  db,
  forRequests,
  inSnapshot,
  inSnapshotWithin,
  inTransaction,
  runPrepared,
  together,
  TookTooLong,
} from "#app/platform/db.server.ts";

const inRequest = <Answer>(work: () => Answer) =>
  currentRequest.run({ id: "a-request", route: "/health" }, work);

async function limitOf(tx: Db): Promise<unknown> {
  const { rows } = await tx.execute(sql`show statement_timeout`);
  return rows[0]?.["statement_timeout"];
}

const later = <Answer>(answer: Answer): Answer => answer;

/** Holds up this process, so that what the database answers meanwhile arrives together. */
function waitUntil(ms: number): void {
  while (uptimeMs() < ms);
}

const preparedLimit = {
  name: "limit",
  text: "select current_setting('statement_timeout') as statement_timeout",
};

test("a statement of a request ends after 30 seconds, on each of its connections", async () => {
  await inRequest(async () => {
    expect(await limitOf(db())).toBe("30s");
    expect(await inTransaction(limitOf)).toBe("30s");
    expect(await runPrepared(preparedLimit, [])).toEqual([{ statement_timeout: "30s" }]);
    const several = Array.from({ length: 5 }, () => inSnapshot(limitOf));
    expect(new Set(await Promise.all(several))).toEqual(new Set(["30s"]));
  });
});

test("jobs and scripts have half an hour for a statement", async () => {
  expect([await limitOf(db()), await inTransaction(limitOf)]).toEqual(["30min", "30min"]);
});

test("preparing for requests leaves a connection of theirs open", async () => {
  await closeDatabase();
  const { rows: prepared } = await forRequests(() => db().execute(sql`select pg_backend_pid() as pid`));
  const { rows: asked } = await inRequest(() => db().execute(sql`select pg_backend_pid() as pid`));
  expect(asked).toEqual(prepared);
});

test("a shorter limit applies to its transaction alone", async () => {
  await inRequest(async () => {
    expect(await inSnapshotWithin(8000, limitOf)).toBe("8s");
    expect(await limitOf(db())).toBe("30s");
  });
});

test("of statements that run together, one that takes too long fails the snapshot, and its connection is clean", async () => {
  const state = sql`select pg_backend_pid() as pid, current_setting('transaction_read_only') as readonly`;
  const onEachConnection = async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => db().execute(state)));
    return answers.flatMap(({ rows }) => rows);
  };
  await inRequest(async () => {
    const { promise: inside, resolve } = Promise.withResolvers<unknown>();
    const snapshot = inSnapshotWithin(50, async (tx) => {
      const asked = tx.execute<{ pid: number }>(state).then(({ rows }) => resolve(rows[0]?.pid));
      // Its failure comes later than that of the statement that PostgreSQL refuses because of it.
      const slow = tx
        .execute(sql`select pg_sleep(5)`)
        .then(later)
        .then(later)
        .then(later);
      const refused = limitOf(tx);
      await asked;
      waitUntil(uptimeMs() + 200);
      await together(slow, refused);
    });
    await expect(snapshot).rejects.toThrow(TookTooLong);
    const used = { pid: await inside, readonly: "off" };
    await expect.poll(onEachConnection).toContainEqual(used);
  });
});

test("statements that run together see one snapshot", async () => {
  await inRequest(async () => {
    const [before, after] = await inSnapshot(async (tx) => {
      const asked = () => tx.execute(sql`select pg_current_snapshot()::text as snapshot, now() as since`);
      const [first] = await together(asked(), tx.execute(sql`select pg_sleep(0.05)`));
      return [first.rows, (await asked()).rows];
    });
    expect(after).toEqual(before);
  });
});

test("requests that hold all their connections leave work its own", async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const held = inRequest(() => Array.from({ length: 10 }, () => inTransaction(() => end)));
  expect(await limitOf(db())).toBe("30min");
  resolve();
  await Promise.all(held);
});

test("a closed database opens again", async () => {
  await inRequest(() => limitOf(db()));
  await closeDatabase();
  expect(await inRequest(() => limitOf(db()))).toBe("30s");
});
