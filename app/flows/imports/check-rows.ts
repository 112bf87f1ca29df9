import type { AffiliateId, FileImportId, ShopId } from "#app/domain/ids.ts";
import { amountRows, customerRows, personRows } from "#app/domain/imports/import-rows.ts";
import type { ImportDetection } from "#app/domain/imports/import-reading.ts";
import type { AmountPlan } from "#app/domain/imports/plan-amounts.ts";
import type { CustomerPlan } from "#app/domain/imports/plan-customers.ts";
import { type HeldParts, personChanges } from "#app/domain/imports/person-changes.ts";
import { noClaims, type PersonPlan, personDetails } from "#app/domain/imports/plan-people.ts";
import { codeUses, type RowCode } from "#app/domain/imports/outcomes.ts";
import { type ImportUse, isMoneyKind } from "#app/domain/imports/import-kinds.ts";
import { toPlain } from "#app/domain/plain.ts";
import type { TableLine } from "#app/domain/tables/table.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { listCodes } from "#app/store/codes.ts";
import { tagsOf } from "#app/store/tags.ts";
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
  readonly currency: string;
  readonly now: Date;
  /** Reads the file: in the caller's transaction, or outside of those of the steps. */
  readonly reader: Db;
  readonly step: CheckStep;
};

/** Decides about each row of a file, some at once, and marks the import as checked. Earlier decisions are deleted. */
export async function checkRows({ file, read, currency, now, reader, step }: Check): Promise<void> {
  const { shopId, importId } = file;
  const plan = makePlanner(file, read, { currency, now });
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

/** Decides about the next rows of a file. It remembers the addresses, codes and links of earlier rows. */
function makePlanner(
  file: FileImport,
  { table, reading }: ImportDetection,
  { currency, now }: Pick<Check, "currency" | "now">,
): Planner {
  const { shopId, importId, decisions } = file;
  const { system } = reading;
  const columnOf = columnNamer(table.head, reading.columns);
  const stored = (row: FileImportRow): FileImportRow => ({
    ...row,
    details: { ...columnOf(row.code), ...row.details },
  });
  if (reading.kind === "affiliates") {
    const claims = noClaims();
    return async (tx, lines) => {
      const of = { choices: reading, system, decisions, claims };
      const plans = await planPeopleOf(tx, { shopId, currency }, personRows(lines, reading), of);
      const held = await heldParts(tx, shopId, plans);
      return plans.map((plan) => stored(rowOfPerson(shopId, importId, { plan, held })));
    };
  }
  if (reading.kind === "customers") {
    const seen = new Map<string, number>();
    return async (tx, lines) => {
      const plans = await planCustomersOf(tx, shopId, customerRows(lines, reading), {
        system,
        decisions,
        seen,
      });
      return plans.map((plan) => stored(rowOfCustomer(shopId, importId, plan)));
    };
  }
  return async (tx, lines) => {
    const of = { reading, decisions, now };
    const plans = await planAmountsOf(tx, { shopId, currency }, amountRows(lines, reading), of);
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

/** The decision that a row needs or has, until it is imported. */
const decideDetails = ({ decisionKey }: { readonly decisionKey: string | null }) =>
  decisionKey === null ? {} : { decisionKey };

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

type HeldBy = ReadonlyMap<AffiliateId, HeldParts>;

/** Tags and codes of the store's affiliates among these people. */
async function heldParts(tx: Tx, shopId: ShopId, plans: readonly PersonPlan[]): Promise<HeldBy> {
  const changed = plans.filter(({ outcome }) => outcome === "change");
  const ids = [...new Set(changed.flatMap(({ known }) => known?.affiliateId ?? []))];
  const tags = await tagsOf(tx, shopId, ids);
  const codes = Map.groupBy(await listCodes(tx, shopId, ids), (one) => one.affiliateId);
  return new Map(
    ids.map((id) => [
      id,
      {
        tags: (tags.get(id) ?? []).map(({ tag }) => tag),
        codes: (codes.get(id) ?? []).map(({ code }) => code),
      },
    ]),
  );
}

const holdsNothing: HeldParts = { tags: [], codes: [] };

type PlannedPerson = { readonly plan: PersonPlan; readonly held: HeldBy };

function rowOfPerson(shopId: ShopId, importId: FileImportId, { plan, held }: PlannedPerson): FileImportRow {
  const { row, outcome, code, known } = plan;
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
    details: {
      ...personDetails(plan),
      ...decideDetails(plan),
      changes: personChanges(plan, (known && held.get(known.affiliateId)) ?? holdsNothing),
    },
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
    details: { ...(before !== null && { row: before }), ...decideDetails(plan) },
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
    details: {
      ...(row.order !== "" && { order: row.order }),
      ...(row.readings.length > 0 && { currencies: row.readings.map(({ currency: one }) => one) }),
      ...decideDetails(plan),
    },
    amountMinor: row.fault === null ? row.amountMinor : null,
    currency: row.currency,
    affiliateId,
    orderId,
  };
}
