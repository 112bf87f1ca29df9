import type pg from "pg";

/** Rows that processed orders left behind, to be written again for another shop that has the same affiliates. */
type Asked = {
  readonly shopId: string;
  readonly orderIds: readonly string[];
  readonly copy: { readonly shopId: string; readonly programId: string };
  /** Orders of one transaction. */
  readonly atOnce: number;
};

/** A row by its columns; every value as the text that the server sent. */
export type Row = Record<string, string | null>;
type Insert = { readonly text: string; readonly values: (string | null)[] };

/** Every value as the text that the server sent, and sends back as such. */
const asText = { getTypeParser: () => (text: string) => text };

/** Rows as they were sent. */
export async function select(client: pg.Client, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await client.query<Row>({ text, values, types: asText });
  return rows;
}

/** The table's columns that are written, in one statement with arrays, or null where there is nothing to write. */
export function insertOf(table: string, rows: readonly Row[]): Insert[] {
  const [first] = rows;
  if (!first) return [];
  // Numbers that the table gives itself, and columns that it calculates.
  const columns = Object.keys(first).filter((name) => name !== "sequence");
  let parameter = 0;
  const tuples = rows.map(() => `(${columns.map(() => `$${(parameter += 1)}`).join(", ")})`);
  return [
    {
      text: `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`,
      values: rows.flatMap((row) => columns.map((name) => row[name] ?? null)),
    },
  ];
}

/**
 * Rows of one transaction of the job: one for each order, commission, ledger entry and delivery, and a balance and a
 * day's figures for each affiliate. Balances and figures that the job updates are inserted here.
 */
function insertsOf(
  rows: RowsOfOrders,
  ids: readonly string[],
  copy: Asked["copy"],
  ordinal: number,
): Insert[] {
  const { shopId, programId } = copy;
  const own = (table: keyof RowsOfOrders) => ids.flatMap((id) => rows[table].get(id) ?? []);
  const commissions = own("commissions").map((row): Row => ({
    ...row,
    shop_id: shopId,
    program_id: programId,
  }));
  const affiliateIds = [...new Set(commissions.map((row) => row["affiliate_id"] ?? ""))];
  const currency = `T${ordinal}`;
  const ofDay = { day: "2026-11-20", currency, clicks: "0", visitors: "0", orders: "1", click_orders: "1" };
  const sums = { revenue_minor: "7200", commission_minor: "720" };
  return [
    ...insertOf(
      "deliveries",
      own("deliveries").map((row) => ({ ...row, shop_id: shopId })),
    ),
    ...insertOf(
      "orders",
      own("orders").map((row) => ({ ...row, shop_id: shopId, program_id: programId })),
    ),
    ...insertOf("commissions", commissions),
    ...insertOf(
      "ledger_entries",
      own("entries").map((row) => ({ ...row, shop_id: shopId })),
    ),
    ...insertOf(
      "ledger_balances",
      affiliateIds.map((affiliate) => ({
        shop_id: shopId,
        affiliate_id: affiliate,
        account: "pending",
        currency,
        balance_minor: "720",
      })),
    ),
    ...insertOf(
      "daily_figures",
      affiliateIds.map((affiliate) => ({
        shop_id: shopId,
        affiliate_id: affiliate,
        program_id: programId,
        ...ofDay,
        ...sums,
      })),
    ),
    ...insertOf("daily_shop_figures", [{ shop_id: shopId, ...ofDay, ...sums, updated_at: "now" }]),
  ];
}

type RowsOfOrders = Record<"deliveries" | "orders" | "commissions" | "entries", Map<string, Row[]>>;

function byOrder(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row["order_id"] ?? "");
}

async function rowsOf(client: pg.Client, { shopId, orderIds }: Asked): Promise<RowsOfOrders> {
  const given = [shopId, orderIds];
  const orders = await select(
    client,
    "select * from orders where shop_id = $1 and order_id = any($2)",
    given,
  );
  const commissions = await select(
    client,
    "select * from commissions where shop_id = $1 and order_id = any($2)",
    given,
  );
  const entries = await select(
    client,
    `select t.*, c.order_id from ledger_entries t join commissions c on c.shop_id = t.shop_id
      and c.commission_id = t.subject where c.shop_id = $1 and c.order_id = any($2)`,
    given,
  );
  const deliveries = await select(
    client,
    `select *, (5000000000 + substr(webhook_id, 7)::bigint)::text as order_id, null as sealed_body from deliveries
      where shop_id = $1 and webhook_id = any(
        select 'bench-' || (id::bigint - 5000000000) from unnest($2::text[]) id)`,
    given,
  );
  const without = (rows: Row[]) =>
    new Map(
      [...byOrder(rows)].map(([id, all]) => [id, all.map(({ order_id: _key, ...row }) => row)] as const),
    );
  return {
    orders: byOrder(orders),
    commissions: byOrder(commissions),
    entries: without(entries),
    deliveries: without(deliveries),
  };
}

/** Writes them in transactions of as many orders as the job takes at once; answers the seconds of the writing. */
export async function insertBare(client: pg.Client, asked: Asked): Promise<number> {
  const rows = await rowsOf(client, asked);
  if (rows.entries.size !== asked.orderIds.length) throw new Error("Not every order was posted.");
  const begun = performance.now();
  for (let start = 0; start < asked.orderIds.length; start += asked.atOnce) {
    const ids = asked.orderIds.slice(start, start + asked.atOnce);
    /* oxlint-disable no-await-in-loop */
    await client.query("begin");
    for (const insert of insertsOf(rows, ids, asked.copy, Number(ids[0]) / asked.atOnce)) {
      await client.query(insert.text, insert.values);
    }
    await client.query("commit");
    /* oxlint-enable no-await-in-loop */
  }
  return (performance.now() - begun) / 1000;
}
