import { idPrefixes, type PayoutChunkId, type ShopId } from "#app/domain/ids.ts";
import { sumMoney, toDecimal } from "#app/domain/money.ts";
import { type BankPayment, isBankAccount } from "#app/domain/payouts/bank-file.ts";
import { chunkSizes, isHandedOver, paypalValue } from "#app/domain/payouts/chunk.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { whyNotSepa } from "#app/gateways/bank/sepa-file.ts";
import { payoutBody } from "#app/gateways/paypal/payouts.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import {
  insertChunks,
  lockBatch,
  nextOrdinal,
  openContent,
  type PayoutBatch,
  type PayoutChunk,
  sealContent,
} from "#app/store/payout-chunks.ts";
import { openAccount } from "#app/store/payout-details.ts";
import {
  type FreezeSource,
  freezeSources,
  lockUnchunked,
  type PayoutItemRow,
  putIntoChunk,
} from "#app/store/payout-items.ts";
import { findShop } from "#app/store/shops.ts";
import { findStoreAccount } from "#app/store/payout-settings.ts";
import { type ItemMove, moveItems, whyBarred } from "./move-items.ts";

/** Chunks of one payment each that are frozen in one transaction. */
const singlesAtOnce = 100;

/**
 * Puts the items of a batch that is to be sent into chunks whose content never changes any more (M17), one transaction
 * for each: whoever dies is followed by another. Items that may not be paid any more are posted back with the reason.
 */
export async function freezeBatch(shopId: ShopId, batchId: string, now: () => Date): Promise<void> {
  for (;;) {
    const isMore = await inTransaction((tx) => freezeNext(tx, shopId, { batchId, now: now() }));
    if (!isMore) return;
  }
}

async function freezeNext(
  tx: Tx,
  shopId: ShopId,
  { batchId, now }: { readonly batchId: string; readonly now: Date },
): Promise<boolean> {
  const batch = await lockBatch(tx, shopId, batchId);
  const shop = batch && (await findShop(tx, shopId));
  if (!batch || !shop || batch.status !== "sending" || !isHandedOver(batch.method)) return false;
  const size = chunkSizes[batch.method];
  const limit = size === 1 ? singlesAtOnce : size;
  const items = await lockUnchunked(tx, shopId, { batchId: batch.batchId, limit });
  if (items.length === 0) return false;
  const { payments, dropped } = await sortPayable(tx, shopId, items, now);
  const chunks = size === 1 ? payments.map((one) => [one]) : await partsOf(tx, batch, payments);
  const storeName = shop.displayName ?? shop.storeName ?? shop.domain;
  await insertFrozenChunks(tx, { batch, storeName, chunks, now });
  const handed = payments.map(({ item }): ItemMove => {
    return { itemId: item.itemId, move: { said: "app", to: "sending" } };
  });
  await moveItems(tx, shopId, [...dropped, ...handed], { now });
  return items.length === limit;
}

/** For a store that pays by SEPA files, what SEPA cannot pay is a part of its own: one such payment bars the file. */
async function partsOf(tx: Tx, { shopId, method, currency }: PayoutBatch, payments: readonly Payment[]) {
  const isSepa = method === "bank" && currency === "EUR" && (await findStoreAccount(tx, shopId)) !== null;
  const isBarred = (one: Payment) => isSepa && whyNotSepa(bankPayment(one)) !== null;
  const parts = [payments.filter((one) => !isBarred(one)), payments.filter(isBarred)];
  return parts.filter((part) => part.length > 0);
}

const moneyOf = ({ amountMinor, currency }: PayoutItemRow) => ({ minor: amountMinor, currency });

type FrozenChunks = {
  readonly batch: PayoutBatch;
  readonly storeName: string;
  readonly chunks: readonly (readonly Payment[])[];
  readonly now: Date;
};

async function insertFrozenChunks(tx: Tx, { batch, storeName, chunks, now }: FrozenChunks): Promise<void> {
  const { shopId, batchId, currency } = batch;
  const first = await nextOrdinal(tx, shopId, batchId);
  const rows = chunks.map((payments, index) => {
    const chunkId = newId<PayoutChunkId>(idPrefixes.payoutChunk, now);
    const content = contentOf({ shopId, chunkId, currency, storeName }, payments);
    const row = {
      shopId,
      chunkId,
      batchId,
      ordinal: first + index,
      status: "ready" as const,
      ...sealContent(shopId, chunkId, content),
      itemCount: payments.length,
      totalMinor: sumMoney(
        payments.map(({ item }) => moneyOf(item)),
        currency,
      ).minor,
      // A file waits for the person who downloads it.
      nextAt: batch.method === "bank" ? null : now,
      createdAt: now,
    };
    return { row, itemIds: payments.map(({ item }) => item.itemId) };
  });
  await insertChunks(
    tx,
    rows.map(({ row }) => row),
  );
  for (const { row, itemIds } of rows) await putIntoChunk(tx, shopId, row.chunkId, itemIds);
}

/** Which of these items are handed over now, and which are posted back. */
async function sortPayable(tx: Tx, shopId: ShopId, items: readonly PayoutItemRow[], now: Date) {
  const sources = await freezeSources(
    tx,
    shopId,
    items.map((one) => one.itemId),
  );
  const payments: Payment[] = [];
  const dropped: ItemMove[] = [];
  for (const item of items) {
    const judged = paymentOf(shopId, { item, source: sources.get(item.itemId), now });
    if (typeof judged !== "string") payments.push(judged);
    else dropped.push({ itemId: item.itemId, move: { said: "app", to: "cancelled" }, reason: judged });
  }
  return { payments, dropped };
}

type UnfrozenItem = {
  readonly item: PayoutItemRow;
  readonly source: FreezeSource | undefined;
  readonly now: Date;
};

/** Between the plan and now much may have happened; what holds now decides. */
function paymentOf(shopId: ShopId, { item, source, now }: UnfrozenItem): Payment | string {
  const barred = whyBarred(source, now);
  if (barred !== null) return barred;
  if (!source || source.detailsId === null || source.sealed === null) return "There are no payout details";
  const account = openAccount(shopId, { detailsId: source.detailsId, sealed: source.sealed });
  const payment = { item, source, account };
  return whyNotPayable(payment) ?? payment;
}

/** An item with the account that it is paid to. */
type Payment = {
  readonly item: PayoutItemRow;
  readonly source: FreezeSource;
  readonly account: PayoutAccount;
};

/** A credit to a customer of the store, as it is given at every try. */
export type CreditOrder = {
  readonly customerId: string;
  /** A decimal. */
  readonly amount: string;
  readonly currency: string;
};

/** Why an item cannot be paid to this account by its method; null where it can. */
function whyNotPayable({ item, account }: Payment): string | null {
  if (item.method === "paypal") {
    if (account.kind !== "paypal") return notOfMethod;
    const value = paypalValue({ minor: item.amountMinor, currency: item.currency });
    return value === null ? `PayPal does not pay this amount in ${item.currency}` : null;
  }
  if (item.method === "store_credit") return account.kind === "store-credit" ? null : notOfMethod;
  return isBankAccount(account) ? null : notOfMethod;
}

const notOfMethod = "The payout details are for another way of paying";

type ChunkNames = {
  readonly shopId: ShopId;
  readonly chunkId: PayoutChunkId;
  readonly currency: string;
  readonly storeName: string;
};

/** The readable content for these payments: a body of a call, a credit, or the payments of a bank's file. */
function contentOf(of: ChunkNames, payments: readonly Payment[]): string {
  const [first] = payments;
  if (!first) throw new Error("A chunk without a payment is none.");
  if (first.item.method === "paypal") return paypalContent(of, payments);
  if (first.item.method === "store_credit") return creditContent(first);
  return bankContent(payments);
}

function paypalContent(of: ChunkNames, payments: readonly Payment[]): string {
  const subject = `A payment from ${of.storeName}`;
  return payoutBody(
    { ...of, subject },
    payments.map(({ item, account }) => ({
      itemId: item.itemId,
      receiver: account.kind === "paypal" ? account.email : "",
      amountMinor: item.amountMinor,
    })),
  );
}

function creditContent({ item, account }: Payment): string {
  const order: CreditOrder = {
    customerId: account.kind === "store-credit" ? account.customerId : "",
    amount: toDecimal({ minor: item.amountMinor, currency: item.currency }),
    currency: item.currency,
  };
  return JSON.stringify(order);
}

/** The file itself is made when it is handed over: its format is chosen then. */
function bankContent(payments: readonly Payment[]): string {
  const lines = payments.map((one) => {
    const payment = bankPayment(one);
    return { ...payment, amountMinor: String(payment.amountMinor) };
  });
  return JSON.stringify(lines);
}

/** A payment as a file for the bank has it. */
function bankPayment({ item, source, account }: Payment): BankPayment {
  return {
    reference: item.itemId,
    name: source.affiliateName,
    email: source.affiliateEmail,
    account,
    amountMinor: item.amountMinor,
    currency: item.currency,
  };
}

/** The credit that a chunk holds. */
export function creditOf(chunk: PayoutChunk): CreditOrder {
  return JSON.parse(openContent(chunk)) as CreditOrder;
}

/** The payments that a bank's chunk holds. */
export function bankPaymentsOf(chunk: PayoutChunk): BankPayment[] {
  const lines = JSON.parse(openContent(chunk)) as (Omit<BankPayment, "amountMinor"> & {
    readonly amountMinor: string;
  })[];
  return lines.map((one) => ({ ...one, amountMinor: BigInt(one.amountMinor) }));
}
