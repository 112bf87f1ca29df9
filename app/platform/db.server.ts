import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { DrizzleQueryError, type Query, sql, type SQL, TransactionRollbackError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { now } from "./clock.ts";
import { currentRequest } from "./log.server.ts";
import { env } from "./env.server.ts";

/** Parameter of store functions: the pool, or the transaction to be part of. */
export type Db = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$with" | "with"
>;
/** A transaction. Store functions that must run inside one take it as their parameter. */
export type Tx = Db & { rollback(): never };

/**
 * Requests and background work (jobs, start, scripts) have pools of their own, so in a process that does both,
 * neither takes the other's connections.
 */
type Caller = "request" | "work";

/**
 * Limits of a statement. For background work it only ends runaway statements: sums and proofs of large shops take
 * minutes.
 */
const statementLimitMs: Readonly<Record<Caller, number>> = { request: 30_000, work: 1_800_000 };

/** A page after a pause would otherwise wait for new connections, and until each has planned its statements anew. */
const idleLimitMs = 10 * 60_000;

/** Longer than the database's own limit. It ends statements on a connection that the network froze. */
const silenceLimitMs = statementLimitMs.request + 10_000;

const preparing = new AsyncLocalStorage<true>();

/** Warms up on a connection of requests that stays open, so the first shopper need not wait. */
export function forRequests<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return preparing.run(true, work);
}

const databases = new Map<Caller, { readonly pool: pg.Pool; readonly database: NodePgDatabase }>();

function databaseOfCaller() {
  const asker = currentRequest.getStore() || preparing.getStore() ? "request" : "work";
  let found = databases.get(asker);
  if (!found) {
    const pool = newPool(asker);
    found = { pool, database: drizzle(pool) };
    databases.set(asker, found);
  }
  return found;
}

function newPool(asker: Caller): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 10,
    // One connection stays open, so a shopper after a quiet time need not wait until it is made and has planned.
    min: 1,
    ...(asker === "request" && { idleTimeoutMillis: idleLimitMs }),
    // Sends a statement without waiting for the answers to those before it.
    pipeline: true,
    // Without traffic, a firewall or proxy in between would drop the connection silently.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: env().DATABASE_WAIT_SECONDS * 1000,
    // The web server ends when nothing is left to do. An idle connection must not keep the process until its timeout.
    allowExitOnIdle: true,
    ...(asker === "request" && { query_timeout: silenceLimitMs }),
    // Set by a statement, because poolers such as PgBouncer refuse it as a connection option.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    onConnect: (client) => client.query(`set statement_timeout = ${statementLimitMs[asker]}`),
  });
  // The pool replaces a connection that breaks while idle. Without a listener it would end the process.
  pool.on("error", () => {});
  // A connection that breaks while in use fails its query; without a listener it would end the process too.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Making one for a connection costs more than a small statement. */
const onConnections = new WeakMap<pg.PoolClient, NodePgDatabase>();

function onConnection(client: pg.PoolClient): NodePgDatabase {
  const known = onConnections.get(client) ?? drizzle(client);
  onConnections.set(client, known);
  return known;
}

/** The database outside a transaction: each statement commits by itself. */
export function db(): NodePgDatabase {
  return databaseOfCaller().database;
}

/**
 * One transaction on a connection that always returns to the pool. Drizzle keeps it forever if the first statement
 * fails. If the last one fails, the connection's state is unknown, so it is closed.
 */
async function runTransaction<Answer>(
  work: (tx: Tx) => Promise<Answer>,
  config?: Parameters<NodePgDatabase["transaction"]>[1],
): Promise<Answer> {
  const client = await databaseOfCaller().pool.connect();
  let isInDoubt = false;
  let refused: { readonly answer: Answer } | undefined;
  try {
    return await onConnection(client).transaction(async (tx) => {
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

/** A `Refusal` of domain/refusal.ts, known here by its shape only. */
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
 * Runs `work` in one transaction. A deadlock or serialization failure is retried up to three times. If `work` answers
 * a refusal, its writes are rolled back. Inside it, every query must use `tx`: a second connection would not see its
 * writes, and would take two of the pool's at once.
 */
export async function inTransaction<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction(work);
    } catch (error) {
      if (attempt >= 3 || !retried.has(codeOf(error) ?? "")) throw error;
    }
  }
}

/** A statement that each connection plans once, under its name. */
export type Prepared = { readonly name: string; readonly text: string };

/**
 * Runs one statement, which commits by itself. A deadlock is retried. A connection that is silent for `timeoutMs` is
 * closed: a server that vanished would otherwise hold it for a quarter of an hour.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  { name, text }: Prepared,
  values: readonly unknown[],
  timeoutMs = 5000,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const asked = { name, text, values: [...values], query_timeout: timeoutMs };
      return (await databaseOfCaller().pool.query<Row>(asked)).rows;
    } catch (error) {
      if (attempt >= 3 || !retried.has(codeOf(error) ?? "")) throw error;
    }
  }
}

const dialect = new PgDialect();

type RowsOf<Row extends pg.QueryResultRow> = {
  execute: pg.QueryResult<Row>;
  all: unknown;
  values: unknown;
};

/**
 * A statement that is built once, and planned once by each connection. For statements of every page: building and
 * planning them takes longer than reading their rows. `build` receives placeholders, so its text can't depend on values.
 */
export function planned<Values extends Readonly<Record<string, unknown>>, Row extends pg.QueryResultRow>(
  build: (values: Values, on: Db) => SQL,
): (on: Db, values: Values) => Promise<Row[]> {
  let built: { readonly query: Query; readonly name: string } | undefined;
  return async (on, values) => {
    built ??= named(dialect.sqlToQuery(build(placeholders as Values, on)));
    const { session } = (on as NodePgDatabase)._;
    const statement = session.prepareQuery<RowsOf<Row>>(built.query, undefined, built.name, false);
    return (await statement.execute(values)).rows;
  };
}

type Planned<Row> = { execute(values: Readonly<Record<string, unknown>>): Promise<Row[]> };

/** `planned` for a query builder, which gives its rows their types. */
export function plannedSelect<Values extends Readonly<Record<string, unknown>>, Row>(
  build: (values: Values, on: Db) => { toSQL(): Query; prepare(name: string): Planned<Row> },
): (on: Db, values: Values) => Promise<Row[]> {
  const ofSessions = new WeakMap<object, Planned<Row>>();
  return async (on, values) => {
    const { session } = (on as NodePgDatabase)._;
    let statement = ofSessions.get(session);
    if (!statement) {
      const query = build(placeholders as Values, on);
      statement = query.prepare(named(query.toSQL()).name);
      ofSessions.set(session, statement);
    }
    return await statement.execute(values);
  };
}

/** Has a placeholder as every property. */
const placeholders = new Proxy({}, { get: (_all, name) => sql.placeholder(String(name)) });

function named(query: Query) {
  return { query, name: createHash("sha256").update(query.sql).digest("base64url") };
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

/** True if waiting for a lock ran into the transaction's limit. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** True if the database rejected these values, so a retry cannot help. */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error) ?? "");
}

/**
 * Runs `work` on a read-only snapshot: it sees no later writes. Reads that don't need each other run `together`.
 */
export async function inSnapshot<Answer>(
  work: (tx: Db) => Promise<Answer>,
  limitMs?: number,
): Promise<Answer> {
  const begin = "begin isolation level repeatable read read only";
  const limit = limitMs === undefined ? "" : `; set local statement_timeout = ${Math.floor(limitMs)}`;
  const client = await databaseOfCaller().pool.connect();
  // One message, because a page reads several snapshots, and a message costs more than most of their statements.
  const begun = client.query(begin + limit);
  // If it fails, the error is thrown below.
  begun.catch(() => {});
  try {
    const answer = await work(onConnection(client));
    await begun;
    return answer;
  } finally {
    // The answer doesn't wait for it. After a failure, PostgreSQL rolls back instead.
    client.query("commit").then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

/**
 * The answers of reads of one snapshot that run together. Waits for all of them, so that none goes on after the
 * snapshot. If one fails, PostgreSQL refuses those sent after it, so the error of the one that failed is thrown.
 */
export async function together<Reads extends readonly Promise<unknown>[]>(
  ...reads: Reads
): Promise<{ -readonly [Index in keyof Reads]: Awaited<Reads[Index]> }> {
  const ended = await Promise.allSettled(reads);
  const failed = ended.filter((one) => one.status === "rejected").map(({ reason }): unknown => reason);
  if (failed.length > 0) throw failed.find((error) => codeOf(error) !== afterFailure) ?? failed[0];
  return await Promise.all(reads);
}

/** PostgreSQL's code for a statement in a transaction that has failed. */
const afterFailure = "25P02";

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
    return await inSnapshot(work, limitMs);
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
  return await runTransaction(work, { isolationLevel: "repeatable read" });
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

/** Milliseconds that the database's clock is ahead of this machine's. Negative if it is behind. */
export async function aheadOfUsMs(): Promise<number> {
  const asked = now().getTime();
  const { rows } = await db().execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const answered = now().getTime();
  return Math.round((rows[0]?.ms ?? answered) - (asked + answered) / 2);
}
