import type { FileImportId, ShopId } from "#app/domain/ids.ts";
import { amountRows, customerRows, personRows } from "#app/domain/imports/import-rows.ts";
import type { ImportDetection } from "#app/domain/imports/import-reading.ts";
import type { AmountPlan } from "#app/domain/imports/plan-amounts.ts";
import type { CustomerPlan } from "#app/domain/imports/plan-customers.ts";
import { type PersonPlan, noClaims } from "#app/domain/imports/plan-people.ts";
import { codeUses, type RowCode } from "#app/domain/imports/outcomes.ts";
import { type ImportUse, isMoneyKind } from "#app/domain/imports/import-kinds.ts";
import { toPlain } from "#app/domain/plain.ts";
import type { TableLine } from "#app/domain/tables/table.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { compareBalances, joinRows, totalsOfRows } from "#app/store/checked-rows.ts";
import {
  changeFileImport,
  deleteImportRows,
  type FileImport,
  type FileImportRow,
  insertImportRows,
} from "#app/store/file-imports.ts";
import { fileLines } from "./file-lines.ts";
import { planAmountsOf, planCustomersOf, planPeopleOf } from "./import-facts.ts";

/** Runs a part of a check in a transaction. `done` is the last row that earlier parts decided about. */
export type CheckStep = (done: number, work: (tx: Tx) => Promise<void>) => Promise<void>;

type Check = {
  readonly file: FileImport;
  readonly read: ImportDetection;
  readonly now: Date;
  /** Reads the file, which nobody changes. */
  readonly reader: Db;
  readonly step: CheckStep;
};

/** Decides about each row of a file, some at once, and marks the import as checked. Earlier decisions are deleted. */
export async function checkRows({ file, read, now, reader, step }: Check): Promise<void> {
  const { shopId, importId } = file;
  const plan = makePlanner(file, read, now);
  await step(0, (tx) => deleteImportRows(tx, shopId, importId));
  let done = 0;
  for await (const lines of fileLines(reader, { shopId, fileId: importId }, read.table.source)) {
    const last = lines.at(-1);
    if (!last) continue;
    await step(done, async (tx) => {
      await insertImportRows(tx, await plan(tx, lines));
      await changeFileImport(tx, file, { rowsDone: last.number });
    });
    done = last.number;
  }
  await step(done, async (tx) => {
    const totals = isMoneyKind(read.reading.kind) ? await joinAmounts(tx, file, read) : [];
    const plain = totals.map((one) => toPlain(one) as Record<string, unknown>);
    await changeFileImport(tx, file, { status: "checked", totals: plain });
  });
}

/** Completes the decisions about amounts, and answers with their sums. */
async function joinAmounts(tx: Tx, file: FileImport, { table, reading }: ImportDetection) {
  const { shopId, importId } = file;
  const { system, kind } = reading;
  await joinRows(tx, file);
  const columnOf = columnNamer(table.head, reading.columns);
  await compareBalances(tx, { shopId, importId, system, kind }, columnOf("balance_differs"));
  return await totalsOfRows(tx, file);
}

type Planner = (tx: Tx, lines: readonly TableLine[]) => Promise<FileImportRow[]>;

/** Decides about the next rows of a file. What earlier rows claimed is kept until the last one. */
function makePlanner(file: FileImport, { table, reading }: ImportDetection, now: Date): Planner {
  const { shopId, importId } = file;
  const columnOf = columnNamer(table.head, reading.columns);
  const stored = (row: FileImportRow): FileImportRow => ({
    ...row,
    details: { ...columnOf(row.code), ...row.details },
  });
  if (reading.kind === "affiliates") {
    const claims = noClaims();
    return async (tx, lines) => {
      const plans = await planPeopleOf(tx, shopId, personRows(lines, reading), { ...reading, claims });
      return plans.map((plan) => stored(rowOfPerson(shopId, importId, plan)));
    };
  }
  if (reading.kind === "customers") {
    const seen = new Map<string, number>();
    return async (tx, lines) => {
      const plans = await planCustomersOf(tx, shopId, customerRows(lines, reading), { ...reading, seen });
      return plans.map((plan) => stored(rowOfCustomer(shopId, importId, plan)));
    };
  }
  return async (tx, lines) => {
    const plans = await planAmountsOf(tx, shopId, amountRows(lines, reading), { reading, now });
    return plans.map((plan) => stored(rowOfAmount(shopId, importId, plan)));
  };
}

/** Names the column of the cell that a code is about, if it is about one. */
function columnNamer(head: readonly string[], columns: readonly ImportUse[]) {
  const named = new Map<RowCode, { readonly column: string }>();
  for (const [code, uses] of codeUses) {
    const use = uses.find((one) => columns.includes(one));
    const column = use === undefined ? "" : (head[columns.indexOf(use)] ?? "");
    if (column !== "") named.set(code, { column });
  }
  return (code: RowCode) => named.get(code) ?? {};
}

/** A row that names no affiliate of the other system and has no amount. */
const plainRow = {
  rowKey: "",
  externalId: "",
  amountMinor: null,
  currency: "",
  isApplied: false,
  entryId: null,
  orderId: null,
};

function rowOfPerson(shopId: ShopId, importId: FileImportId, plan: PersonPlan): FileImportRow {
  const { row, outcome, code, notes, before, known } = plan;
  return {
    ...plainRow,
    shopId,
    importId,
    number: row.number,
    externalId: row.externalId,
    label: row.email === "" ? row.name : row.email,
    values: toPlain(row) as Record<string, unknown>,
    outcome,
    code,
    details: { ...(before !== null && { row: before }), ...(notes.length > 0 && { notes }) },
    affiliateId: known?.affiliateId ?? null,
  };
}

function rowOfCustomer(shopId: ShopId, importId: FileImportId, plan: CustomerPlan): FileImportRow {
  const { row, outcome, code, affiliateId, before } = plan;
  return {
    ...plainRow,
    shopId,
    importId,
    number: row.number,
    label: row.customerEmail,
    values: toPlain(row) as Record<string, unknown>,
    outcome,
    code,
    details: before === null ? {} : { row: before },
    affiliateId,
  };
}

function rowOfAmount(shopId: ShopId, importId: FileImportId, plan: AmountPlan): FileImportRow {
  const { row, key, outcome, code, affiliateId, orderId, account, postMinor } = plan;
  return {
    ...plainRow,
    shopId,
    importId,
    number: row.number,
    rowKey: key,
    label: row.email === "" ? row.externalId : row.email,
    values: toPlain({ ...row, account, postMinor }) as Record<string, unknown>,
    outcome,
    code,
    details: row.order === "" ? {} : { order: row.order },
    amountMinor: row.fault === null ? row.amountMinor : null,
    currency: row.currency,
    affiliateId,
    orderId,
  };
}
