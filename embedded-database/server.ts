import { createServer } from "node:net";
import { serveConnection } from "./connection.ts";
import type { Engine } from "./engine.ts";
import type { Shared } from "./session.ts";
import { createTurns } from "./turns.ts";

export type ServerOptions = {
  engine: Engine;
  /** 0 takes any free port. */
  port: number;
  /** How long a statement waits beside somebody else's idle transaction before it is refused with 55P03. */
  limitMs: number;
  /** Called once when the engine can no longer be used. */
  onBroken: (error: unknown) => void;
};

export type EmbeddedServer = { port: number; close: () => Promise<void> };

/** Speaks PostgreSQL's protocol on the loopback address for an engine that has one session. */
export async function listen(options: ServerOptions): Promise<EmbeddedServer> {
  const shared: Shared = {
    engine: options.engine,
    turns: createTurns(options.limitMs),
    clients: new Map(),
    limitMs: options.limitMs,
    unnamedOf: undefined,
    onBroken: options.onBroken,
  };
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    serveConnection(socket, connections, shared);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    async close() {
      server.close();
      await shared.turns.close();
      for (const client of shared.clients.values()) client.end("embedded database: it is being stopped");
      await options.engine.close();
    },
  };
}
