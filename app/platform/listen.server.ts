import { randomBytes } from "node:crypto";
import pg from "pg";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { describeError, log } from "./log.server.ts";
import { sql } from "drizzle-orm";

/** Ears in the database: what one process hears of a channel, whoever committed it. */
export type Listener = {
  /** True if a notification sent now would arrive. Proven by sending one: a broken connection can look fine. */
  readonly isHearing: () => boolean;
  readonly stop: () => Promise<void>;
};

type ListenHandlers = {
  readonly onWord: (word: string) => void;
  /** Hearing begins, for the first time or again: whatever was said before went unheard. */
  readonly onHearing: () => void;
};

/** How often it is tried whether a word still comes back, and how long that may take. */
const proveEveryMs = 15_000;
const proofMs = 5000;
const firstPauseMs = 250;
const longestPauseMs = 30_000;
const proofPrefix = "heard? ";

/** `rest` waits so long, or until `wake` is called. It holds no process. */
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
  // Its end is told too, and is what counts; without a listener an error would end the process.
  client.on("error", () => {});
  return client;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and begins again whenever that breaks. A server that
 * vanished without a word, or a pooler that lends connections out by transaction, answers `LISTEN` and tells nothing:
 * so every now and then a word is sent through the pool, and where it does not come back nothing is being heard.
 */
export function startListening(channel: string, { onWord, onHearing }: ListenHandlers): Listener {
  const state = { stopped: false, isHearing: false };
  const id = randomBytes(6).toString("hex");
  const { rest, wake } = makeRest();
  let connected: pg.Client | null = null;

  /** One connection, from its beginning to its end; answers whether anything was heard on it. */
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
        // The word may have come before its own statement was answered.
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
      // A server that does not answer would keep a polite end waiting.
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
