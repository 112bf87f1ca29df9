import { type BalanceEntryId, idPrefixes } from "#app/domain/ids.ts";
import { netSalesOf } from "#app/domain/charges.ts";
import { allSystems } from "#app/domain/imports/layouts/all-systems.ts";
import type { AmountPlan, NamedOrder } from "#app/domain/imports/plan-amounts.ts";
import type { RowCode } from "#app/domain/imports/outcomes.ts";
import type { AmountRow } from "#app/domain/imports/import-rows.ts";
import { entryOfBalanceEntry } from "#app/domain/ledger/entries.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { dayStart } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudits } from "#app/store/audit.ts";
import { insertBalanceEntries } from "#app/store/decisions.ts";
import {
  type AppliedRow,
  appliedKeysAmong,
  type FileImportRow,
  insertImportedOrders,
  lockImportedOrders,
  ordersNamed,
} from "#app/store/file-imports.ts";
import { type ImportedBalance, insertImportedBalances } from "#app/store/imported-balances.ts";
import { type Posting, postEntries } from "#app/store/ledger.ts";
import { lockKnownOrders, type OrderRow } from "#app/store/orders.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { ImportingBatch } from "./importing-batch.ts";

type PlannedRow = AmountRow & Pick<AmountPlan, "account" | "postMinor">;

/** An export changed by an order of the store that appeared while the batch waited for its lock. */
export class OrderAppearedError extends Error {
  override name = "OrderAppearedError";
}

/**
 * Opens the balances of some rows, and keeps their orders from ever earning here. Orders are locked first, then the
 * lock under which new orders are settled, so the two never wait for each other.
 */
export async function importAmounts(
  tx: Tx,
  batch: ImportingBatch,
  rows: readonly FileImportRow[],
): Promise<AppliedRow[]> {
  const { shopId } = batch.shop;
  const planned = rows.map((row) => ({ row, plan: fromPlain<PlannedRow>(row.values) }));
  const named = planned.flatMap(({ row, plan }) =>
    row.outcome === "create" || row.outcome === "history" ? [plan] : [],
  );
  const withOrder = named.filter(({ order }) => order !== "");
  const before = await ordersNamed(tx, shopId, withOrder, batch.now);
  const orders = await lockKnownOrders(tx, shopId, orderIdsOf(before));
  await lockImportedOrders(tx, shopId);
  const found = await ordersNamed(tx, shopId, withOrder, batch.now);
  // The order is not locked. The queue tries the batch again.
  if (orderIdsOf(found).some((id) => !orders.has(id))) throw new OrderAppearedError();
  const known = await appliedKeysAmong(
    tx,
    shopId,
    rows.map(({ rowKey }) => rowKey),
  );
  const { applied, opened, kept } = applyRows(batch, planned, { orders, found, known });
  await saveOpened(tx, batch, opened);
  await insertImportedOrders(
    tx,
    kept.map(({ number, order, day }) => ({
      shopId,
      importId: batch.row.importId,
      number,
      orderKey: order.toLowerCase(),
      day,
      importedAt: batch.now,
    })),
  );
  // Orders that nobody was credited with say from now on that the other system gave the commission.
  await settleAgain(tx, batch.shop, uncredited(found), batch.now);
  return applied;
}

type AmountContext = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly found: NamedOrders;
  /** Keys that other imports applied. */
  readonly known: ReadonlySet<string>;
};

type PlannedImport = { readonly row: FileImportRow; readonly plan: PlannedRow };

function applyRows(
  batch: ImportingBatch,
  planned: readonly PlannedImport[],
  { orders, found, known }: AmountContext,
): { applied: AppliedRow[]; opened: OpenedRow[]; kept: PlannedRow[] } {
  const applied: AppliedRow[] = [];
  const opened: OpenedRow[] = [];
  const kept: PlannedRow[] = [];
  for (const { row, plan } of planned) {
    const order = found.get(row.number);
    const isCredited = order?.isCredited ?? false;
    const code = skipCode(row, order, known);
    if (code !== null) {
      applied.push({ ...row, outcome: row.code === code ? row.outcome : "skip", code });
      continue;
    }
    const orderId = order?.orderId ?? null;
    const balance = openBalance(batch, { row, plan, order: orders.get(orderId ?? "") });
    if (balance) opened.push(balance);
    // An order that earned here stays the app's own, whatever the other system says about it.
    if (plan.order !== "" && !isCredited) kept.push(plan);
    const label = row.affiliateId === null ? row.label : "";
    const { decisionKey: _decided, ...details } = row.details;
    const entryId = balance?.balance.entryId ?? null;
    applied.push({ ...row, details, entryId, orderId, label, isApplied: true });
  }
  return { applied, opened, kept };
}

type NamedOrders = Awaited<ReturnType<typeof ordersNamed>>;

const orderIdsOf = (named: NamedOrders): string[] => [
  ...new Set([...named.values()].map(({ orderId }) => orderId)),
];

const uncredited = (named: NamedOrders): string[] => [
  ...new Set([...named.values()].flatMap(({ orderId, isCredited }) => (isCredited ? [] : [orderId]))),
];

/**
 * Why a row is skipped, at the check or since then; null if it is imported. All rows of an order are skipped, so a
 * merged amount is never half imported.
 */
function skipCode(
  row: FileImportRow,
  order: NamedOrder | undefined,
  known: ReadonlySet<string>,
): RowCode | null {
  if (row.outcome === "skip" || row.outcome === "decide") return row.code;
  if (order?.isFromLive) return "order_of_this_app";
  if (row.outcome !== "create") return null;
  if (order?.isCredited) return "order_credited_here";
  return known.has(row.rowKey) ? "imported_before" : null;
}

type OpenedRow = {
  readonly balance: ImportedBalance;
  readonly account: "pending" | "payable";
  readonly posting: Posting;
};

type RowToOpen = {
  readonly row: FileImportRow;
  readonly plan: PlannedRow;
  readonly order: OrderRow | undefined;
};

function openBalance(
  { shop: { shopId, timeZone }, row: { importId }, now }: ImportingBatch,
  { row, plan, order }: RowToOpen,
): OpenedRow | null {
  const { account, postMinor, currency, releaseDay } = plan;
  const { affiliateId } = row;
  if (account === null || postMinor === 0n || affiliateId === null) return null;
  const entryId = newId<BalanceEntryId>(idPrefixes.openingBalance, now);
  const entry = {
    entryId,
    kind: "opening_balance",
    affiliateId,
    account,
    currency,
    amountMinor: postMinor,
  } as const;
  const isPending = account === "pending";
  const net = order && "id" in order.facts ? netSalesOf(readFacts(order.facts)).remainingMinor : null;
  return {
    account,
    posting: { ...entryOfBalanceEntry(entry), happenedAt: now },
    balance: {
      shopId,
      entryId,
      importId,
      number: row.number,
      affiliateId,
      currency,
      orderId: order?.orderId ?? null,
      orderNetMinor: net,
      releasesAt: isPending ? dayStart(timeZone, releaseDay ?? now.toISOString().slice(0, 10)) : null,
      releasedAt: null,
      openedMinor: postMinor,
      currentMinor: postMinor,
      revision: 1,
      // The file has an amount for an order that is worth nothing.
      todo: net === 0n && postMinor > 0n ? "order_changed" : "",
    },
  };
}

async function saveOpened(tx: Tx, batch: ImportingBatch, opened: readonly OpenedRow[]): Promise<void> {
  const { shop, row: file, now } = batch;
  const { shopId } = shop;
  const actor = file.createdBy;
  const reason = allSystems[file.system].name || file.fileName;
  const entries = opened.map(({ balance, account }) => ({
    shopId,
    entryId: balance.entryId,
    kind: "opening_balance" as const,
    affiliateId: balance.affiliateId,
    account,
    currency: balance.currency,
    amountMinor: balance.openedMinor,
    reason,
    document: `${file.fileName.slice(0, 150)}, row ${balance.number}`,
    at: now,
    actor,
  }));
  await insertBalanceEntries(tx, entries);
  await recordAudits(
    tx,
    shopId,
    entries.map(({ affiliateId, entryId, account, amountMinor, currency, document }) => ({
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "opening balance added",
      actor,
      details: { entryId, account, amountMinor: String(amountMinor), currency, reason, document },
      now,
    })),
  );
  await insertImportedBalances(
    tx,
    opened.map(({ balance }) => balance),
  );
  await postEntries(
    tx,
    shopId,
    opened.map(({ posting }) => posting),
    now,
  );
}
