import { createServer, connect, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCleanup } from "../../bench/cleanup.ts";
import { inject } from "vitest";
import { newDatabase } from "./new-database.ts";

/** A database and a data folder for one test file, which uses the database itself. */
export async function ingestDatabase() {
  const cleanup = makeCleanup();
  const dataDir = mkdtempSync(join(tmpdir(), "ingest-"));
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url, remove } = await newDatabase(inject("template"));
  cleanup.add(remove);
  return { url, dataDir, cleanup };
}

/**
 * A TCP proxy between a process and its database. `cut` closes the connections and refuses new ones, `freeze` keeps them
 * open but drops their bytes, `restore` ends either.
 */
export async function startDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let state: "open" | "cut" | "frozen" = "open";
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((client) => {
    client.on("error", () => {});
    if (state === "cut") {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => {
      client.destroy();
      pairs.delete(pair);
    });
    client.on("data", (chunk) => state !== "frozen" && upstream.write(chunk));
    upstream.on("data", (chunk) => state !== "frozen" && client.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === "object" && address ? address.port : 0);
  const breakAll = (): void => {
    for (const [client] of pairs) client.destroy();
  };
  return {
    url: url.href,
    cut: (): void => {
      state = "cut";
      breakAll();
    },
    freeze: (): void => {
      state = "frozen";
    },
    /** Frozen connections lost bytes, so they are closed. */
    restore: (): void => {
      if (state === "frozen") breakAll();
      state = "open";
    },
    close: (): void => {
      breakAll();
      server.close();
    },
  };
}
