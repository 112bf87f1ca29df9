import { AsyncLocalStorage } from "node:async_hooks";
import { DrizzleQueryError, sql, TransactionRollbackError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { currentRequest } from "./current-request.server.ts";
import { env } from "./env.server.ts";

/** Parameter of store functions: the pool, or the transaction to be part of. */
export type Db = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$with" | "with"
>;
/** A transaction. Store functions that must not run outside one say so by asking for it. */
export type Tx = Db & { rollback(): never };

/**
 * Requests and background work (jobs, start, scripts) have pools of their own, so in a process that does both,
 * neither takes the other's connections.
 */
type Asker = "request" | "work";

/** The longest statement. That of work only ends what would never end: sums and proofs of large shops take minutes. */
const statementLimitMs: Readonly<Record<Asker, number>> = { request: 30_000, work: 1_800_000 };

/** Later than the database's own limit: this is for a connection that the network froze. */
const silenceLimitMs = statementLimitMs.request + 10_000;

const preparing = new AsyncLocalStorage<true>();

/** Runs work that prepares for requests on a connection of theirs, which stays open: the first shopper need not wait. */
export function forRequests<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return preparing.run(true, work);
}

const databases = new Map<Asker, { readonly pool: pg.Pool; readonly database: NodePgDatabase }>();

function shared() {
  const asker = currentRequest.getStore() || preparing.getStore() ? "request" : "work";
  let found = databases.get(asker);
  if (!found) {
    const pool = newPool(asker);
    found = { pool, database: drizzle(pool) };
    databases.set(asker, found);
  }
  return found;
}

function newPool(asker: Asker): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 10,
    // One stays open: who comes after a while, a shopper perhaps, need not wait until it is made and has planned.
    min: 1,
    // Asked about from time to time, or what lies between would forget it without telling anybody.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: env().DATABASE_WAIT_SECONDS * 1000,
    // The web server ends by running out of work: an idle connection must not hold the process for its time-out.
    allowExitOnIdle: true,
    ...(asker === "request" && { query_timeout: silenceLimitMs }),
    // By a statement: poolers such as PgBouncer refuse a connection that asks for it when it opens.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    onConnect: (client) => client.query(`set statement_timeout = ${statementLimitMs[asker]}`),
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // A connection that breaks while in use fails its query; without a listener it would end the process too.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The database outside any transaction: each statement by itself. */
export function db(): NodePgDatabase {
  return shared().database;
}

/**
 * One transaction on a connection that comes back to the pool whatever happens. Drizzle keeps it for ever when the very
 * first statement fails; and where the last one fails, nobody knows what the connection stands in, so it is closed.
 */
async function transact<Answer>(
  work: (tx: Tx) => Promise<Answer>,
  config?: Parameters<NodePgDatabase["transaction"]>[1],
): Promise<Answer> {
  const client = await shared().pool.connect();
  let isInDoubt = false;
  let refused: { readonly answer: Answer } | undefined;
  try {
    return await drizzle(client).transaction(async (tx) => {
      const answer = await work(tx);
      if (!isRefused(answer)) return answer;
      refused = { answer };
      return tx.rollback();
    }, config);
  } catch (error) {
    if (refused && error instanceof TransactionRollbackError) return refused.answer;
    isInDoubt = error instanceof DrizzleQueryError && /^(begin|rollback)/.test(error.query);
    throw error;
  } finally {
    client.release(isInDoubt);
  }
}

/** A refusal of the business (`domain/refusal.ts`), of which this room knows only the look. */
function isRefused(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}

const retried = new Set(["40001", "40P01"]);

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

/**
 * Runs `work` in one transaction; a deadlock or serialization failure is tried again, up to three times. A refusal
 * changes nothing: where `work` answers one, what it wrote before is taken back. Inside it, every query must use `tx`: a
 * second connection would not see what it wrote, and would hold two of the pool's at once.
 */
export async function inTransaction<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(work);
    } catch (error) {
      if (attempt >= 3 || !retried.has(codeOf(error) ?? "")) throw error;
    }
  }
}

/** A statement that each connection plans once, by its name. */
export type Prepared = { readonly name: string; readonly text: string };

/**
 * Runs one statement, which is a transaction of its own; a deadlock is tried again. A connection that says nothing for
 * `timeoutMs` is closed, because a server that vanished without a word would otherwise hold it for a quarter of an hour.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  { name, text }: Prepared,
  values: readonly unknown[],
  timeoutMs = 5000,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const asked = { name, text, values: [...values], query_timeout: timeoutMs };
      return (await shared().pool.query<Row>(asked)).rows;
    } catch (error) {
      if (attempt >= 3 || !retried.has(codeOf(error) ?? "")) throw error;
    }
  }
}

/** The number by which PostgreSQL calls the type `text`. */
const textOid = 25;
const arrayHeadBytes = 20;

/**
 * Encodes texts as one `text[]` parameter in the server's own binary form, which the driver sends as it is: as a literal, each
 * text would be searched for what to escape here, and read character by character there.
 * Source: `array_recv` of PostgreSQL; dimensions, whether there are nulls, the elements' type, their number, the first
 * index, then each with its length before it, which is -1 for null.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  let size = arrayHeadBytes;
  for (const text of texts) size += 4 + (text === null ? 0 : Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(texts.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(textOid, 8);
  bytes.writeInt32BE(texts.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = arrayHeadBytes;
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, at + 4);
    bytes.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  return bytes;
}

/** True where a lock was waited for as long as the transaction had said it would. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** True where the database was there and would not have these values, so that trying again cannot help. */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error) ?? "");
}

/** Runs `work` over the database as it is at one moment: whatever is written meanwhile is not seen. It cannot write. */
export async function inSnapshot<Answer>(work: (tx: Db) => Promise<Answer>): Promise<Answer> {
  return await transact(work, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** A statement that ran into the limit of `inSnapshotWithin`. */
export class TookTooLong extends Error {
  override name = "TookTooLong";
}

/**
 * `inSnapshot` for questions whose size people choose. The database ends a statement that takes longer, so one
 * question cannot hold up the others.
 * @throws TookTooLong
 */
export async function inSnapshotWithin<Answer>(
  limitMs: number,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inSnapshot(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${Math.floor(limitMs)}`));
      return await work(tx);
    });
  } catch (error) {
    if (codeOf(error) === "57014") throw new TookTooLong("The database ended a statement.", { cause: error });
    throw error;
  }
}

/**
 * A snapshot that can write, for rows that nobody else writes, such as a schema of its own. It is tried once; use
 * `inTransaction` for shared rows.
 */
export async function inWritableSnapshot<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return await transact(work, { isolationLevel: "repeatable read" });
}

/** True for a violated unique index; `constraint` names which, when given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== "23505") return false;
  if (!constraint) return true;
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    typeof source === "object" &&
    source !== null &&
    "constraint" in source &&
    source.constraint === constraint
  );
}

/** Connections of this process's pools, and the work that waits for one. */
export function poolFigures(): { total: number; idle: number; waiting: number } {
  const pools = [...databases.values()].map(({ pool }) => pool);
  const sumOf = (count: (pool: pg.Pool) => number): number =>
    pools.reduce((sum, pool) => sum + count(pool), 0);
  return {
    total: sumOf((pool) => pool.totalCount),
    idle: sumOf((pool) => pool.idleCount),
    waiting: sumOf((pool) => pool.waitingCount),
  };
}

/** Closes the connections; for a process or a test that ends. */
export async function closeDatabase(): Promise<void> {
  const closing = [...databases.values()];
  databases.clear();
  await Promise.all(closing.map(({ pool }) => pool.end()));
}
