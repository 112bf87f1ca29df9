import { mkdir } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { backend, createFrameReader } from "./protocol.ts";

export type Engine = {
  /** The settings a real server tells at start-up, as ParameterStatus messages. */
  settings: Buffer;
  /** Runs a batch of messages to its end. Rejects only when the engine is broken for good. */
  run: (batch: Buffer, onReply: (data: Uint8Array) => void) => Promise<void>;
  close: () => Promise<void>;
};

const startup = (() => {
  const wishes = Buffer.from("user\0postgres\0database\0postgres\0\0");
  const head = Buffer.alloc(8);
  head.writeInt32BE(wishes.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, wishes]);
})();

async function readSettings(database: PGlite): Promise<Buffer> {
  const reader = createFrameReader();
  await database.execProtocolRawStream(startup, { onRawData: (data) => reader.push(Buffer.from(data)) });
  const settings: Buffer[] = [];
  for (let message = reader.next(true); message; message = reader.next(true)) {
    if (message[0] === backend.parameterStatus) settings.push(message);
  }
  return Buffer.concat(settings);
}

/** Opens PostgreSQL inside this process, on a folder, or in memory when `folder` is undefined. */
export async function openEngine(folder: string | undefined): Promise<Engine> {
  if (folder) await mkdir(folder, { recursive: true });
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    username: "postgres",
    database: "postgres",
    extensions: { pg_trgm },
  });
  return {
    settings: await readSettings(database),
    run: (batch, onReply) =>
      database.runExclusive(() => database.execProtocolRawStream(batch, { onRawData: onReply })),
    close: () => database.close(),
  };
}
