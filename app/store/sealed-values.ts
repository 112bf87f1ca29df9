import { sql, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../platform/db.server.ts";

/** A column of sealed values, with its table's key and the context that a value is sealed for. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
  readonly contextOf: (key: readonly string[]) => string;
  /** Number of values read at once. Absent if they are small. */
  readonly pageSize?: number;
};

const shopOf = ([shopId = ""]: readonly string[]): string => shopId;

const storeAccountOf = (key: readonly string[]): string => `store-account:${shopOf(key)}`;

/** Every column of the schema that holds sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "platform_sessions", column: "sealed", key: ["session_id"], contextOf: ([id = ""]) => id },
  { table: "deliveries", column: "sealed_body", key: ["shop_id", "topic", "webhook_id"], contextOf: shopOf },
  { table: "data_requests", column: "sealed_answer", key: ["shop_id", "request_id"], contextOf: shopOf },
  {
    table: "email_failures",
    column: "sealed",
    key: ["shop_id", "job_id"],
    contextOf: (key) => `mail:${shopOf(key)}`,
  },
  {
    table: "event_emails",
    column: "sealed",
    key: ["shop_id", "event_id", "receiver"],
    contextOf: (key) => `event:${key.join(":")}`,
  },
  {
    table: "payout_requests",
    column: "sealed_content",
    key: ["shop_id", "request_id"],
    contextOf: (key) => `payout-request:${key.join(":")}`,
  },
  {
    table: "payout_requests",
    column: "sealed_file",
    key: ["shop_id", "request_id"],
    contextOf: (key) => `payout-file:${key.join(":")}`,
  },
  { table: "store_accounts", column: "sealed", key: ["shop_id"], contextOf: storeAccountOf },
  {
    table: "payout_details",
    column: "sealed",
    key: ["shop_id", "details_id"],
    contextOf: (key) => `payout-details:${key.join(":")}`,
  },
  {
    table: "paypal_accounts",
    column: "sealed_secret",
    key: ["shop_id", "account_id"],
    contextOf: (key) => `paypal-account:${key.join(":")}`,
  },
  {
    table: "statement_drafts",
    column: "sealed_file",
    key: ["shop_id", "draft_id"],
    contextOf: (key) => `statement-draft:${key.join(":")}`,
    pageSize: 5,
  },
  {
    table: "file_imports",
    column: "sealed_sample",
    key: ["shop_id", "import_id"],
    contextOf: (key) => `file-import:${key.join(":")}`,
    pageSize: 5,
  },
  {
    table: "referral_audits",
    column: "sealed_sample",
    key: ["shop_id", "audit_id"],
    contextOf: (key) => `referral-audit:${key.join(":")}`,
    pageSize: 5,
  },
  {
    table: "file_chunks",
    column: "sealed",
    key: ["shop_id", "file_id", "ordinal"],
    contextOf: (key) => `file-chunk:${key.join(":")}`,
    pageSize: 5,
  },
  {
    table: "visitor_salts",
    column: "sealed",
    key: ["shop_id", "day"],
    contextOf: (key) => `visitors ${key.join(" ")}`,
  },
];

export type SealedRow = { readonly key: readonly string[]; readonly sealed: string };

/** The next sealed values after a key, in the order of keys. `after` is null for the first. */
export async function listSealed(
  db: Db,
  { table, column, key }: SealedColumn,
  after: readonly string[] | null,
  limit: number,
): Promise<SealedRow[]> {
  const names = key.map((name) => sql.identifier(name));
  const keys = sql.join(names, sql`, `);
  const texts = sql.join(
    names.map((name) => sql`${name}::text`),
    sql`, `,
  );
  const behind = after === null ? sql`true` : sql`(${keys}) > (${sqlList(after)})`;
  const sealed = sql.identifier(column);
  const { rows } = await db.execute<SealedRow>(sql`
    select array[${texts}] as key, ${sealed} as sealed from ${sql.identifier(table)}
    where ${sealed} <> '' and ${behind} order by ${keys} limit ${limit}`);
  return rows;
}

/** Replaces a value that was sealed again. False if another one was written meanwhile. */
export async function replaceSealed(
  tx: Tx,
  { table, column, key }: SealedColumn,
  row: SealedRow,
  sealed: string,
): Promise<boolean> {
  const conditions = key.map((name, index) => sql`${sql.identifier(name)} = ${row.key[index] ?? ""}`);
  const name = sql.identifier(column);
  // Triggers reject changes of frozen content. This setting tells them that the content is the same.
  await tx.execute(sql`set local affiliate.resealing = 'on'`);
  const { rowCount } = await tx.execute(sql`
    update ${sql.identifier(table)} set ${name} = ${sealed}
    where ${sql.join(conditions, sql` and `)} and ${name} = ${row.sealed}`);
  return rowCount === 1;
}

export type WaitingEmail = { readonly id: string; readonly shopId: string; readonly sealed: string };

/** Emails that wait in the queue. */
export async function listWaitingEmails(db: Db): Promise<WaitingEmail[]> {
  const { rows: there } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  );
  if (there[0]?.there !== true) return [];
  const { rows } = await db.execute<WaitingEmail>(sql`
    select id::text as id, data ->> 'shopId' as "shopId", data ->> 'sealed' as sealed from pgboss.job
    where name = 'send-mail' and state < 'completed' and data ->> 'sealed' is not null`);
  return rows;
}

export async function replaceWaitingEmail(db: Db, { id, shopId, sealed }: WaitingEmail): Promise<void> {
  await db.execute(sql`
    update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${sealed}::text))
    where name = 'send-mail' and id = ${id}::uuid and data ->> 'shopId' = ${shopId}`);
}

function sqlList(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
}
