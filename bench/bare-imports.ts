import type pg from "pg";
import { insertOf, type Row, select } from "./bare-rows.ts";

type Asked = {
  readonly shopId: string;
  readonly importId: string;
  readonly copy: { readonly shopId: string; readonly programId: string };
  /** Rows of the file in one transaction. */
  readonly atOnce: number;
};

/** Rows of one table that an import left behind, with the file's row of each as `at_row`. */
type Left = { readonly table: string; readonly query: string };

const ofRows = `from file_import_rows r join`;
const ofImport = `where r.shop_id = $1 and r.import_id = $2 and r.is_applied order by r.number`;

const left: readonly Left[] = [
  {
    table: "affiliates",
    query: `select t.*, r.number as at_row ${ofRows} affiliates t on t.shop_id = r.shop_id
      and t.affiliate_id = r.affiliate_id and r.outcome = 'create' and r.entry_id is null ${ofImport}`,
  },
  {
    table: "program_members",
    query: `select t.*, r.number as at_row ${ofRows} program_members t on t.shop_id = r.shop_id
      and t.affiliate_id = r.affiliate_id and r.outcome = 'create' and r.entry_id is null ${ofImport}`,
  },
  {
    table: "imported_links",
    query: `select t.*, r.number as at_row ${ofRows} imported_links t on t.shop_id = r.shop_id
      and t.affiliate_id = r.affiliate_id and t.import_id = r.import_id ${ofImport}`,
  },
  {
    table: "payout_details",
    query: `select t.*, r.number as at_row ${ofRows} payout_details t on t.shop_id = r.shop_id
      and t.affiliate_id = r.affiliate_id and r.outcome = 'create' and r.entry_id is null ${ofImport}`,
  },
  {
    table: "affiliate_marks",
    query: `select t.*, r.number as at_row ${ofRows} affiliate_marks t on t.shop_id = r.shop_id
      and t.affiliate_id = r.affiliate_id and r.outcome = 'create' and r.entry_id is null ${ofImport}`,
  },
  {
    table: "balance_entries",
    query: `select t.*, r.number as at_row ${ofRows} balance_entries t on t.shop_id = r.shop_id
      and t.entry_id = r.entry_id ${ofImport}`,
  },
  {
    table: "imported_balances",
    query: `select t.*, r.number as at_row ${ofRows} imported_balances t on t.shop_id = r.shop_id
      and t.entry_id = r.entry_id ${ofImport}`,
  },
  {
    table: "ledger_entries",
    query: `select t.*, r.number as at_row ${ofRows} ledger_entries t on t.shop_id = r.shop_id
      and t.subject = r.entry_id ${ofImport}`,
  },
  {
    table: "balance_lines",
    query: `select t.*, r.number as at_row ${ofRows} balance_lines t on t.shop_id = r.shop_id
      and t.line_id = r.entry_id ${ofImport}`,
  },
  {
    table: "audit_events",
    query: `select t.*, r.number as at_row ${ofRows} audit_events t on t.shop_id = r.shop_id
      and t.subject_id = r.affiliate_id and coalesce(t.details ->> 'entryId', '') = coalesce(r.entry_id, '')
      and t.action in ('imported', 'opening balance added') ${ofImport}`,
  },
  {
    table: "imported_orders",
    query: `select t.*, r.number as at_row ${ofRows} imported_orders t on t.shop_id = r.shop_id
      and t.import_id = r.import_id and t.number = r.number ${ofImport}`,
  },
  {
    table: "file_import_rows",
    query: `select r.*, r.number as at_row from file_import_rows r
      where r.shop_id = $1 and r.import_id = $2 order by r.number`,
  },
];

/** Writes the rows of an import again for another shop, in as many transactions; answers the seconds of the writing. */
export async function insertBareImport(client: pg.Client, asked: Asked): Promise<number> {
  const { shopId, importId, copy, atOnce } = asked;
  const tables = await readLeft(client, asked);
  const [file] = await select(client, "select * from file_imports where shop_id = $1 and import_id = $2", [
    shopId,
    importId,
  ]);
  if (!file) throw new Error("There is no import.");
  const begun = performance.now();
  await insertAll(client, insertOf("file_imports", [{ ...file, shop_id: copy.shopId }]));
  const last = Math.max(...(tables.at(-1)?.byRow.keys() ?? []));
  /* oxlint-disable no-await-in-loop */
  for (let from = 0; from <= last; from += atOnce) {
    await client.query("begin");
    for (const { table, byRow } of tables) {
      const rows = Array.from({ length: atOnce }, (_, at) => byRow.get(from + at + 1) ?? []).flat();
      await insertAll(client, insertOf(table, rows));
    }
    await client.query("commit");
  }
  /* oxlint-enable no-await-in-loop */
  return (performance.now() - begun) / 1000;
}

async function readLeft(client: pg.Client, { shopId, importId, copy }: Asked) {
  const tables: { table: string; byRow: Map<number, Row[]> }[] = [];
  /* oxlint-disable no-await-in-loop */
  for (const { table, query } of left) {
    const rows = await select(client, query, [shopId, importId]);
    const calculated = await calculatedColumns(client, table);
    const own = (row: Row): Row => {
      const written = Object.entries(row).filter(([name]) => !calculated.has(name) && name !== "at_row");
      return {
        ...Object.fromEntries(written),
        shop_id: copy.shopId,
        ...("program_id" in row && { program_id: copy.programId }),
      };
    };
    const byRow = Map.groupBy(rows, (row) => Number(row["at_row"]));
    tables.push({ table, byRow: new Map([...byRow].map(([at, some]) => [at, some.map(own)])) });
  }
  /* oxlint-enable no-await-in-loop */
  return tables;
}

async function calculatedColumns(client: pg.Client, table: string): Promise<Set<string | null>> {
  const rows = await select(
    client,
    "select attname from pg_attribute where attrelid = $1::regclass and attgenerated <> ''",
    [table],
  );
  return new Set(rows.map((row) => row["attname"] ?? null));
}

async function insertAll(client: pg.Client, inserts: ReturnType<typeof insertOf>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  for (const { text, values } of inserts) await client.query(text, values);
}
