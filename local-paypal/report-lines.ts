/** The merchant's statement: every transaction that touched the funding balance, as PayPal codes them. */
import { itemsOf } from "./process-batches.ts";
import type { Batch, Item, State } from "./state.ts";

/** P pending, S done, V reversed afterwards. What was denied moved nothing and is not listed. */
export type LineStatus = "P" | "S" | "V";

export interface ReportLine {
  transactionId: string;
  /** Transaction this one belongs to, such as the payment that a refund refunds. */
  referenceId: string | null;
  code: "T0001" | "T0300" | "T1105" | "T1114" | "T1115" | "T1503";
  at: string;
  updatedAt: string;
  currency: string;
  /** Minor units with their sign: what left the balance is negative. */
  gross: bigint;
  fee: bigint;
  status: LineStatus;
  receiver: string | null;
  subject: string | null;
  note: string | null;
  /** The unique id of a payment: the `sender_item_id`. */
  customField: string | null;
}

/** All lines in the order in which they came about. */
export function listReportLines(state: State): ReportLine[] {
  const lines = [
    ...fundings(state),
    ...Object.values(state.batches).flatMap((batch) => batchLines(state, batch)),
  ];
  return lines.toSorted((a, b) => a.at.localeCompare(b.at));
}

const empty = { referenceId: null, fee: 0n, receiver: null, subject: null, note: null, customField: null };

function fundings(state: State): ReportLine[] {
  return state.movements
    .filter((movement) => movement.kind === "funded")
    .map((movement) => ({
      ...empty,
      transactionId: `FUND${String(movement.id).padStart(13, "0")}`,
      code: "T0300" as const,
      at: movement.at,
      updatedAt: movement.at,
      currency: movement.currency,
      gross: BigInt(movement.minor),
      status: "S" as const,
    }));
}

/** A hold over amounts and fees when the batch comes, its release when it is done, and the payments. */
function batchLines(state: State, batch: Batch): ReportLine[] {
  const items = itemsOf(state, batch);
  const held = items.reduce((sum, item) => sum + BigInt(item.minor) + BigInt(item.feeMinor), 0n);
  const common = { ...empty, currency: batch.currency, subject: batch.emailSubject, status: "S" as const };
  const hold: ReportLine = {
    ...common,
    transactionId: batch.holdTransactionId,
    code: "T1503",
    at: batch.createdAt,
    updatedAt: batch.completedAt ?? batch.createdAt,
    gross: -held,
  };
  const release: ReportLine[] =
    batch.completedAt === null
      ? []
      : [
          {
            ...common,
            transactionId: batch.releaseTransactionId,
            referenceId: batch.holdTransactionId,
            code: "T1105",
            at: batch.completedAt,
            updatedAt: batch.completedAt,
            gross: held,
          },
        ];
  return [hold, ...items.flatMap((item) => itemLines(item, batch)), ...release];
}

function itemLines(item: Item, batch: Batch): ReportLine[] {
  if (item.status === "PENDING" || item.status === "FAILED") return [];
  const { reversal } = item;
  const common = {
    currency: item.currency,
    receiver: item.receiver,
    subject: batch.emailSubject,
    note: item.note,
    customField: item.senderItemId,
  };
  const payment: ReportLine = {
    ...common,
    transactionId: item.transactionId,
    referenceId: null,
    code: "T0001",
    at: item.dueAt,
    updatedAt: item.processedAt ?? item.dueAt,
    gross: -BigInt(item.minor),
    fee: -BigInt(item.feeMinor),
    status: statusOf(item),
  };
  if (reversal === null) return [payment];
  const back: ReportLine = {
    ...common,
    transactionId: reversal.transactionId,
    referenceId: item.transactionId,
    code: item.status === "REFUNDED" ? "T1115" : "T1114",
    at: reversal.at,
    updatedAt: reversal.at,
    gross: BigInt(item.minor),
    fee: 0n,
    status: "S",
  };
  return [payment, back];
}

function statusOf(item: Item): LineStatus {
  if (item.reversal !== null) return "V";
  return item.status === "SUCCESS" ? "S" : "P";
}
