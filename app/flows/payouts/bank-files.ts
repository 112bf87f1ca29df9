import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { bankColumnNames, bankColumns, bankCsv, type BankColumns } from "#app/domain/payouts/bank-file.ts";
import { targetDayAfter, whyNotExecutionDay } from "#app/domain/payouts/sepa.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { sepaFile, whyNotSepa } from "#app/gateways/bank/sepa-file.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  changeChunk,
  findBatch,
  findChunk,
  lockChunk,
  openFile,
  type PayoutChunk,
  sealFile,
} from "#app/store/payout-chunks.ts";
import { itemsOfChunk } from "#app/store/payout-items.ts";
import { findStoreAccount } from "#app/store/payout-settings.ts";
import { bankPaymentsOf } from "./freeze-batch.ts";
import { moveItems, whyNotHandedOver } from "./move-items.ts";

type HandOverFileInput = {
  readonly chunkId: string;
  readonly columns: BankColumns;
  /** The day on which the bank carries out a SEPA file; left out for the next TARGET day. */
  readonly executionDay?: string | undefined;
};

/**
 * Hands a bank's chunk over as a file: its payments count as sent from here on, since nobody can know what becomes of a
 * file that somebody has (M17). No other format is given out any more: both files could be uploaded.
 */
export async function handOverFile(
  { shop: { shopId }, actor, now }: Ctx,
  { chunkId, columns, executionDay }: HandOverFileInput,
): Promise<Refusal | null> {
  return await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    const batch = chunk && (await findBatch(tx, shopId, chunk.batchId));
    if (!chunk || batch?.method !== "bank") return noSuchFile;
    const known = columnsOf(chunk);
    if (known !== null) return known === columns ? otherDay(chunk, executionDay) : otherColumns(known);
    if (chunk.status !== "ready") return refuse("conflict", "This file was canceled.");
    const barred = await whyNotHandedOver(tx, chunk, now);
    if (barred !== null) return refuse("conflict", barred);
    const file = await fileFor(tx, chunk, { columns, executionDay, currency: batch.currency, now });
    if (typeof file !== "string") return file;
    const tried = { attempts: 1, firstTriedAt: now, lastTriedAt: now };
    const sealed = sealFile(shopId, chunk.chunkId, file);
    await changeChunk(tx, shopId, chunk.chunkId, {
      status: "accepted",
      providerId: columns,
      ...tried,
      ...sealed,
    });
    const items = await itemsOfChunk(tx, shopId, chunk.chunkId);
    const move = { said: "provider", to: "sent" } as const;
    await moveItems(
      tx,
      shopId,
      items.map(({ itemId }) => ({ itemId, move })),
      { now },
    );
    await recordAudit(tx, shopId, {
      subjectKind: "payout_batch",
      subjectId: batch.batchId,
      action: "handed over",
      actor,
      details: { part: chunk.ordinal, columns, items: chunk.itemCount },
      now,
    });
    return null;
  });
}

export type BankFile = { readonly name: string; readonly isXml: boolean; readonly text: string };

/** The file of a chunk that was downloaded before. Its bytes never change. */
export async function readFile(shopId: ShopId, chunkId: string): Promise<BankFile | Refusal> {
  const chunk = await findChunk(db(), shopId, chunkId);
  const batch = chunk && (await findBatch(db(), shopId, chunk.batchId));
  if (!chunk || batch?.method !== "bank") return noSuchFile;
  const columns = columnsOf(chunk);
  if (columns === null) return refuse("conflict", "Choose a format first.");
  const name = `payout-${batch.batchId}-${chunk.ordinal}-${columns}`;
  const isXml = columns === "sepa";
  return { name: `${name}.${isXml ? "xml" : "csv"}`, isXml, text: openFile(chunk) };
}

type FileChoice = Omit<HandOverFileInput, "chunkId"> & { readonly currency: string; readonly now: Date };

/** The file of a chunk in the chosen format, or why there is none in it. */
async function fileFor(
  tx: Tx,
  chunk: PayoutChunk,
  { columns, executionDay: chosenDay, currency, now }: FileChoice,
): Promise<string | Refusal> {
  const payments = bankPaymentsOf(chunk);
  if (columns !== "sepa") {
    return chosenDay === undefined ? bankCsv(columns, payments) : refuse("invalid", dayOfCsv, "executionDay");
  }
  const today = dayIn(targetZone, now);
  const executionDay = chosenDay ?? targetDayAfter(today);
  const wrongDay = whyNotExecutionDay(executionDay, today);
  if (wrongDay !== null) return refuse("invalid", wrongDay, "executionDay");
  if (currency !== "EUR") {
    return refuse(
      "conflict",
      `A SEPA file pays euros, and this payout is in ${currency}. Download a CSV file`,
    );
  }
  const payer = await findStoreAccount(tx, chunk.shopId);
  if (payer === null) {
    return refuse("conflict", "Add your store's name and IBAN in Settings ▸ Payouts to create a SEPA file");
  }
  const unpayable = payments.flatMap((one) => whyNotSepa(one) ?? []);
  const [reason] = unpayable;
  if (reason !== undefined) {
    const count = unpayable.length === 1 ? "1 payment" : `${unpayable.length} payments`;
    return refuse("conflict", `SEPA can't make ${count} in this file: ${reason}. Download a CSV file`);
  }
  return sepaFile({ fileId: chunk.chunkId, createdAt: now, executionDay, payer, payments });
}

const dayOfCsv = "Only a SEPA file has an execution date.";

/** Source: the TARGET calendar's days are those of Frankfurt. */
const targetZone = "Europe/Berlin";

/** The format in which a bank file was downloaded, or null. */
export function columnsOf({ providerId }: PayoutChunk): BankColumns | null {
  return bankColumns.find((one) => one === providerId) ?? null;
}

const noSuchFile = refuse("not-found", "There is no such file");

/** A file that somebody has keeps its day. */
function otherDay(chunk: PayoutChunk, day: string | undefined): Refusal | null {
  if (day === undefined || openFile(chunk).includes(`<ReqdExctnDt><Dt>${day}</Dt>`)) return null;
  return refuse("conflict", "This file was downloaded with another execution date.", "executionDay");
}

function otherColumns(known: BankColumns): Refusal {
  return refuse(
    "conflict",
    `This file was downloaded as ${bankColumnNames[known]}. Other formats are no longer available.`,
  );
}
