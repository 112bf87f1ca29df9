import { randomBytes } from "node:crypto";
import pg from "pg";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { describeError, log } from "./log.server.ts";
import { sql } from "drizzle-orm";

/** A connection that listens to a channel of the database, whichever process notifies. */
export type Listener = {
  /** True if a notification sent now would arrive. Proven by sending one: a broken connection can look fine. */
  readonly isHearing: () => boolean;
  readonly stop: () => Promise<void>;
};

type ListenHandlers = {
  readonly onWord: (word: string) => void;
  /** Listening begins, for the first time or again. Earlier notifications may have been missed. */
  readonly onHearing: () => void;
};

/** How often a test notification is sent, and how long it may take to arrive. */
const proveEveryMs = 15_000;
const proofMs = 5000;
const firstPauseMs = 250;
const longestPauseMs = 30_000;
const proofPrefix = "heard? ";

/** `rest` waits for some time, or until `wake` is called. It does not keep the process alive. */
function makeRest() {
  let resting: { readonly timer: NodeJS.Timeout; readonly resolve: () => void } | null = null;
  const wake = () => {
    clearTimeout(resting?.timer);
    resting?.resolve();
    resting = null;
  };
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      resting = { resolve, timer: setTimeout(wake, ms).unref() };
    });
  return { rest, wake };
}

function newClient(): pg.Client {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: proofMs,
    keepAlive: true,
    application_name: "live",
  });
  // The event for its end counts. Without a listener, an error would end the process.
  client.on("error", () => {});
  return client;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and starts again when that breaks. A server
 * that vanished silently, or a pooler that assigns connections per transaction, accepts `LISTEN` and delivers
 * nothing. So a test notification is sent through the pool from time to time, and if it does not arrive, the
 * connection counts as broken.
 */
export function startListening(channel: string, { onWord, onHearing }: ListenHandlers): Listener {
  const state = { stopped: false, isHearing: false };
  const id = randomBytes(6).toString("hex");
  const { rest, wake } = makeRest();
  let connected: pg.Client | null = null;

  /** One connection from beginning to end. True if any notification arrived on it. */
  async function hear(): Promise<boolean> {
    const client = newClient();
    const life = { isBroken: false, isProven: false, hasHeard: false };
    client.on("end", () => {
      life.isBroken = true;
      wake();
    });
    client.on("notification", ({ payload = "" }) => {
      if (payload.startsWith(proofPrefix)) {
        if (payload !== `${proofPrefix}${id}`) return;
        life.isProven = true;
        return wake();
      }
      onWord(payload);
    });
    connected = client;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      while (!state.stopped && !life.isBroken) {
        life.isProven = false;
        await db().execute(sql`select pg_notify(${channel}, ${`${proofPrefix}${id}`})`);
        // The notification may arrive before the answer to its own statement.
        if (!life.isProven) await rest(proofMs);
        if (!life.isProven) break;
        life.hasHeard = true;
        if (!state.isHearing) {
          state.isHearing = true;
          onHearing();
        }
        if (!life.isBroken) await rest(proveEveryMs);
      }
    } finally {
      state.isHearing = false;
      connected = null;
      // A server that does not answer would delay a graceful end forever.
      client.connection.stream.destroy();
    }
    return life.hasHeard;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!state.stopped) {
      const hasHeard = await hear().catch((error: unknown) => {
        log.warn("The database is not heard", { channel, ...describeError(error) });
        return false;
      });
      failures = hasHeard ? 0 : failures + 1;
      if (!state.stopped) await rest(Math.min(longestPauseMs, firstPauseMs * 2 ** failures));
    }
  }

  const running = run();
  return {
    isHearing: () => state.isHearing,
    stop: async () => {
      state.stopped = true;
      connected?.connection.stream.destroy();
      wake();
      await running;
    },
  };
}
