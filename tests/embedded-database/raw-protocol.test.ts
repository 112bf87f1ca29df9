import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frame, query, sync } from "../../embedded-database/protocol.ts";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../embedded-database/start.ts";
import { codeOf, withClient } from "./clients.ts";

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
});
afterAll(() => database.stop());

function opening(code: number, rest: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + rest.length, 0);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, rest]);
}

type Raw = { socket: Socket; said: () => string; until: (pattern: RegExp) => Promise<string> };

/** A connection that speaks bytes. `until` waits for what the server says, from the last match on. */
async function openRaw(): Promise<Raw> {
  const socket = connect(database.port, "127.0.0.1");
  let said = "";
  socket.on("data", (data) => {
    said += data.toString("latin1");
  });
  await once(socket, "connect");
  return {
    socket,
    said: () => said,
    async until(pattern) {
      while (!pattern.test(said)) await once(socket, "data", { signal: AbortSignal.timeout(30_000) });
      const before = said;
      said = "";
      return before;
    },
  };
}

const ready = /Z.{4}[ITE]$/s;

async function openStarted(): Promise<Raw & { key: Buffer }> {
  const raw = await openRaw();
  raw.socket.write(opening(196_608, Buffer.from("user\0me\0\0")));
  const greeting = await raw.until(ready);
  const at = greeting.indexOf("K\0\0\0\x0c") + 5;
  return { ...raw, key: Buffer.from(greeting.slice(at, at + 8), "latin1") };
}

const parse = (text: string): Buffer =>
  frame(80, Buffer.concat([Buffer.from(`\0${text}\0`), Buffer.alloc(2)]));
const bindUnnamed = frame(66, Buffer.concat([Buffer.from("\0\0"), Buffer.alloc(6)]));
const executeUnnamed = frame(69, Buffer.alloc(5));
const flush = frame(72, Buffer.alloc(0));

test("encryption is declined, and the connection goes on", async () => {
  const raw = await openRaw();
  raw.socket.write(opening(80_877_103, Buffer.alloc(0)));
  expect(await raw.until(/N$/)).toBe("N");
  raw.socket.write(opening(196_608, Buffer.from("user\0me\0\0")));
  expect(await raw.until(ready)).toContain("server_version");
  raw.socket.destroy();
});

test("a start-up beside an open transaction is answered at once", async () => {
  await withClient(database.url, async (client) => {
    await client.query("begin");
    const raw = await openStarted();
    expect(raw.key).toHaveLength(8);
    raw.socket.destroy();
    await client.query("commit");
  });
});

test("an unnamed statement survives what another client does between its parts", async () => {
  const raw = await openStarted();
  raw.socket.write(Buffer.concat([parse("select 'mine'"), sync]));
  await raw.until(ready);
  await withClient(database.url, (client) => client.query("select $1::text", ["another's"]));
  raw.socket.write(Buffer.concat([bindUnnamed, executeUnnamed, sync]));
  const answer = await raw.until(ready);
  expect(answer).toContain("mine");
  expect(answer.startsWith("2")).toBe(true);
  raw.socket.destroy();
});

test("a batch cut by Flush keeps the session until its Sync", async () => {
  const raw = await openStarted();
  raw.socket.write(Buffer.concat([parse("select 'whole'"), flush]));
  await raw.until(/^1/);
  const other = withClient(database.url, (client) => codeOf(client.query("select $1::int", [1])));
  raw.socket.write(Buffer.concat([bindUnnamed, executeUnnamed, sync]));
  expect(await raw.until(ready)).toContain("whole");
  expect(await other).toBe("none");
  raw.socket.destroy();
});

test("COPY FROM STDIN is refused by name and the server lives on", async () => {
  await withClient(database.url, async (client) => {
    await client.query("create table copied (n int)");
    expect(await codeOf(client.query("copy copied from stdin"))).toBe("0A000");
    expect(await codeOf(client.query("select 1; /* x */ COPY copied (n) FROM STDIN"))).toBe("0A000");
    expect(await codeOf(client.query("select 'copy copied from stdin' as text"))).toBe("none");
    await client.query("begin");
    expect(await codeOf(client.query("copy copied from stdin"))).toBe("0A000");
    expect(await codeOf(client.query("select 1"))).toBe("25P02");
  });
});

test("a cancel request takes back a statement that waits", async () => {
  await withClient(database.url, async (holder) => {
    await holder.query("begin");
    const waiting = await openStarted();
    waiting.socket.write(query("select 1"));
    const cancel = await openRaw();
    cancel.socket.write(opening(80_877_102, waiting.key));
    await once(cancel.socket, "close");
    expect(await waiting.until(ready)).toContain("57014");
    await holder.query("commit");
    waiting.socket.destroy();
  });
});

test("a cancel request that can do nothing says so, and one with a wrong key does nothing", async () => {
  await withClient(database.url, async (holder) => {
    await holder.query("begin");
    const waiting = await openStarted();
    waiting.socket.write(query("select 'alive'"));
    const forged = Buffer.from(waiting.key);
    forged[7] = (forged[7] ?? 0) ^ 255;
    const cancel = await openRaw();
    cancel.socket.write(opening(80_877_102, forged));
    await once(cancel.socket, "close");
    expect(cancel.said()).toContain("cannot be cancelled");
    await holder.query("commit");
    expect(await waiting.until(ready)).toContain("alive");
    waiting.socket.destroy();
  });
});

test("garbage ends that connection only", async () => {
  const raw = await openRaw();
  raw.socket.write("GET / HTTP/1.1\r\n\r\n");
  await once(raw.socket, "close");
  expect(raw.said()).toContain("08P01");
  expect(await withClient(database.url, (client) => codeOf(client.query("select 1")))).toBe("none");
});
