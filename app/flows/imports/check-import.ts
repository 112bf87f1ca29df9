import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, FileImportId, ShopId } from "#app/domain/ids.ts";
import { isPossible, type RowDecision } from "#app/domain/imports/decisions.ts";
import { amountRows, customerRows, personRows } from "#app/domain/imports/import-rows.ts";
import type { ImportChoices, ImportDetection, ImportQuestion } from "#app/domain/imports/import-reading.ts";
import { type AmountPlan, totalsOf } from "#app/domain/imports/plan-amounts.ts";
import type { CustomerPlan } from "#app/domain/imports/plan-customers.ts";
import { type HeldParts, personChanges } from "#app/domain/imports/person-changes.ts";
import { type PersonPlan, personDetails } from "#app/domain/imports/plan-people.ts";
import { toPlain } from "#app/domain/plain.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { listCodes } from "#app/store/codes.ts";
import { tagsOf } from "#app/store/tags.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import {
  changeFileImport,
  deleteImportRows,
  type FileImport,
  type FileImportRow,
  insertImportRows,
  lockFileImport,
} from "#app/store/file-imports.ts";
import { withPrograms } from "./file-programs.ts";
import { planAmountsOf, planCustomersOf, planPeopleOf } from "./import-facts.ts";
import { noSuchImport, readFileOf } from "./upload-import.ts";

/** The result of a check: questions that are still open, or null once the rows are checked. */
type Checked = { readonly questions: readonly ImportQuestion[] | null };

/**
 * Saves how a file is read, and decides about each row without importing anything. Open questions leave it a draft.
 */
export async function checkImport(
  { shop, now }: Ctx<ShopWith<"currency">>,
  importId: string,
  given: ImportChoices,
): Promise<Checked | Refusal> {
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shop.shopId, importId);
    if (!row) return noSuchImport;
    if (row.status !== "draft" && row.status !== "checked") {
      return refuse("conflict", { code: "import_started" });
    }
    return await checkRows(tx, row, given, { shop, now });
  });
}

/** Decides about the rows of a locked import. */
async function checkRows(
  tx: Tx,
  row: FileImport,
  given: ImportChoices,
  { shop, now }: Planning,
): Promise<Checked | Refusal> {
  const file = readFileOf({ ...row, choices: {} }, given);
  if (isRefusal(file)) return file;
  const read = await withPrograms(tx, shop, file);
  const { reading, questions } = read;
  const choices = { ...given, programs: reading.programs };
  await deleteImportRows(tx, shop.shopId, row.importId);
  const kept = { choices, system: reading.system, kind: reading.kind, rows: read.table.lines.length };
  if (questions.length > 0) {
    await changeFileImport(tx, row, { ...kept, status: "draft", totals: [] });
    return { questions };
  }
  const planned = await planRows(row, read, { shop, now });
  await insertImportRows(tx, planned.rows);
  const totals = planned.totals.map((one) => toPlain(one) as Record<string, unknown>);
  await changeFileImport(tx, row, { ...kept, status: "checked", totals });
  return { questions: null };
}

const mostDecisions = 5000;

/** A decision, or null to decide later. */
export type DecisionChange = { readonly key: string; readonly decision: RowDecision | null };

/** Saves decisions about rows of a checked file, and decides about all rows again. */
export async function decideRows(
  { shop, now }: Ctx<ShopWith<"currency">>,
  importId: string,
  changes: readonly DecisionChange[],
): Promise<Checked | Refusal> {
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shop.shopId, importId);
    if (!row) return noSuchImport;
    if (row.status !== "checked") return refuse("conflict", { code: "import_not_checked" });
    const decisions: Record<string, RowDecision> = { ...row.decisions };
    for (const { key, decision } of changes) {
      if (decision === null) delete decisions[key];
      else if (await canDecide(tx, shop.shopId, { key, decision })) decisions[key] = decision;
      else return refuse("invalid", { code: "value_invalid", what: "id" });
    }
    if (Object.keys(decisions).length > mostDecisions) {
      return refuse("not-possible", { code: "at_most", most: mostDecisions });
    }
    await changeFileImport(tx, row, { decisions });
    return await checkRows(tx, { ...row, decisions }, row.choices, { shop, now });
  });
}

async function canDecide(tx: Tx, shopId: ShopId, { key, decision }: DecisionChange): Promise<boolean> {
  if (decision === null || !isPossible(key, decision)) return false;
  const { affiliateId } = decision;
  return affiliateId === undefined || (await findAffiliate(tx, shopId, affiliateId)) !== null;
}

/** Saves how a file is read, for a person to go on. */
export async function saveReading(
  { shop: { shopId } }: Ctx,
  importId: string,
  choices: ImportChoices,
): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shopId, importId);
    if (!row) return noSuchImport;
    if (row.status !== "draft" && row.status !== "checked") {
      return refuse("conflict", { code: "import_started" });
    }
    const read = readFileOf({ ...row, choices: {} }, choices);
    if (isRefusal(read)) return read;
    const { system, kind } = read.reading;
    await deleteImportRows(tx, shopId, row.importId);
    await changeFileImport(tx, row, { choices, system, kind, status: "draft", totals: [] });
    return true;
  });
}

type Planning = { readonly shop: ShopWith<"currency">; readonly now: Date };

async function planRows(
  { shopId, importId, decisions }: FileImport,
  { table, reading }: ImportDetection,
  { shop, now }: Planning,
) {
  if (reading.kind === "affiliates") {
    const plans = await planPeopleOf(db(), shop, personRows(table, reading), {
      choices: reading,
      system: reading.system,
      decisions,
    });
    const held = await heldParts(shopId, plans);
    return { rows: plans.map((plan) => rowOfPerson(shopId, importId, { plan, held })), totals: [] };
  }
  if (reading.kind === "customers") {
    const plans = await planCustomersOf(db(), shopId, customerRows(table, reading), {
      system: reading.system,
      decisions,
    });
    return { rows: plans.map((plan) => rowOfCustomer(shopId, importId, plan)), totals: [] };
  }
  const plans = await planAmountsOf(db(), shopId, amountRows(table, reading), { reading, decisions, now });
  return { rows: plans.map((plan) => rowOfAmount(shopId, importId, plan)), totals: totalsOf(plans) };
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

/** What the store's affiliates among these people have already. */
async function heldParts(shopId: ShopId, plans: readonly PersonPlan[]): Promise<HeldBy> {
  const changed = plans.filter(({ outcome }) => outcome === "change");
  const ids = [...new Set(changed.flatMap(({ known }) => known?.affiliateId ?? []))];
  const tags = await tagsOf(db(), shopId, ids);
  const codes = Map.groupBy(await listCodes(db(), shopId, ids), (one) => one.affiliateId);
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
  const { row, key, outcome, code, affiliateId, orderId, account, postMinor, mergedInto } = plan;
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
      ...(mergedInto !== null && { row: mergedInto }),
      ...(row.order !== "" && { order: row.order }),
      ...(row.readings.length > 0 && { currencies: row.readings.map(({ currency }) => currency) }),
      ...decideDetails(plan),
    },
    amountMinor: row.fault === null ? row.amountMinor : null,
    currency: row.currency,
    affiliateId,
    orderId,
  };
}
