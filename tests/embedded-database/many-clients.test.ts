import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../embedded-database/start.ts";
import { closeAll, codeOf, openClients, withClient } from "./clients.ts";

let database: EmbeddedDatabase;
/** One that soon refuses whoever waits: a busy machine needs a moment for less than what it has no patience with. */
let impatient: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  impatient = await startEmbeddedDatabase({ limitMs: 400 });
});
afterAll(() => Promise.all([database.stop(), impatient.stop()]));

async function withClients(
  count: number,
  work: (clients: pg.Client[]) => Promise<void>,
  of = database,
): Promise<void> {
  const clients = await openClients(of.url, count);
  try {
    await work(clients);
  } finally {
    await closeAll(clients);
  }
}

function first(clients: pg.Client[]): [pg.Client, pg.Client] {
  const [one, two] = clients;
  if (!one || !two) throw new Error("two clients were asked for");
  return [one, two];
}

async function countRows(table: string): Promise<number> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n ?? -1;
  });
}

test("writes beside an open transaction are all kept, and each client hears its own answer", async () => {
  await withClients(8, async (clients) => {
    const [holder] = first(clients);
    await holder.query("create table beside (who text, value text)");
    const wrong: string[] = [];
    const write = async (client: pg.Client, who: string): Promise<void> => {
      const sql = `insert into beside values ('${who}', $1) returning who, value`;
      const { rows } = await client.query<{ who: string; value: string }>(sql, [`of ${who}`]);
      if (rows[0]?.who !== who || rows[0].value !== `of ${who}`) wrong.push(who);
    };
    for (let round = 0; round < 40; round += 1) {
      await holder.query("begin");
      await holder.query("insert into beside values ('holder', 'kept')");
      const writes = clients.slice(1).map((client, index) => write(client, `client ${index}`));
      await pause(2);
      await holder.query("commit");
      await Promise.all(writes);
    }
    expect(wrong).toEqual([]);
  });
  expect(await countRows("beside")).toBe(40 * 8);
});

async function multiply(client: pg.Client, index: number): Promise<number> {
  const told = { name: "same", text: `select $1::int * ${index} as n`, values: [10] };
  const { rows } = await client.query<{ n: number }>(told);
  return rows[0]?.n ?? -1;
}

test("named statements of the same name do not meet", async () => {
  await withClients(6, async (clients) => {
    for (let round = 0; round < 50; round += 1) {
      const answers = await Promise.all(clients.map(multiply));
      expect(answers).toEqual([0, 10, 20, 30, 40, 50]);
    }
  });
  const left = await withClient(database.url, async (client) => {
    const { rows } = await client.query("select name from pg_prepared_statements where name like '%same'");
    return rows.length;
  });
  expect(left).toBe(0);
});

test("a client that dies inside its transaction leaves nothing behind and blocks nobody", async () => {
  await withClients(2, async (clients) => {
    const [dying, other] = first(clients);
    await other.query("create table deaths (n int)");
    await dying.query("begin");
    await dying.query("insert into deaths values (1)");
    const waiting = other.query("insert into deaths values (2)");
    // Destroying the socket is what the server sees of a killed process.
    dying.connection.stream.destroy();
    await waiting;
    const { rows } = await other.query("select n from deaths");
    expect(rows).toEqual([{ n: 2 }]);
  });
});

test("who waits too long beside an idle transaction is refused, and later served", async () => {
  await withClients(
    2,
    async (clients) => {
      const [holder, other] = first(clients);
      await holder.query("begin");
      expect(await codeOf(other.query("select 1"))).toBe("55P03");
      await holder.query("commit");
      expect(await codeOf(other.query("select 1"))).toBe("none");
    },
    impatient,
  );
});

test("a long statement of another client is waited for, however long it takes", async () => {
  await withClients(
    2,
    async (clients) => {
      const [slow, other] = first(clients);
      const spin = slow.query("do $$ begin perform count(*) from generate_series(1, 6000000); end $$");
      await pause(5);
      const began = performance.now();
      const [code] = await Promise.all([codeOf(other.query("select 1")), spin]);
      expect(code).toBe("none");
      expect(performance.now() - began).toBeGreaterThan(400);
    },
    impatient,
  );
});

test("an error inside a transaction fails that transaction only", async () => {
  await withClients(2, async (clients) => {
    const [failing, other] = first(clients);
    await failing.query("begin");
    expect(await codeOf(failing.query("select * from nowhere"))).toBe("42P01");
    const waiting = codeOf(other.query("select 1"));
    expect(await codeOf(failing.query("select 1"))).toBe("25P02");
    await failing.query("rollback");
    expect(await waiting).toBe("none");
  });
});

test("a large value travels whole in both directions", async () => {
  const large = "ä".repeat(3_000_000);
  const back = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ back: string }>("select $1::text as back", [large]);
    return rows[0]?.back;
  });
  expect(back === large).toBe(true);
});

test("who listens hears what another client says, and who stopped does not", async () => {
  await withClients(3, async (clients) => {
    const [speaker, listener] = first(clients);
    const deaf = clients[2];
    const heard: string[] = [];
    listener.on("notification", (message) => heard.push(`${message.channel}: ${message.payload}`));
    deaf?.on("notification", () => heard.push("heard by who did not listen"));
    await deaf?.query("listen news");
    await deaf?.query("unlisten news");
    await listener.query("listen news");
    await speaker.query("select pg_notify('news', $1)", ["a sale"]);
    await listener.query("select 1");
    expect(heard).toEqual(["news: a sale"]);
  });
});
