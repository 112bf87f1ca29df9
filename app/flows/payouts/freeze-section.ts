import { type PayablePayment, whyNotPayable, requestContent, bankPayment } from "./request-content.ts";
import { idPrefixes, type PayoutRequestId, type ShopId } from "#app/domain/ids.ts";
import { sumMoney } from "#app/domain/money.ts";
import { requestSizes, isSentToProvider } from "#app/domain/payouts/request.ts";
import { whyNotSepa } from "#app/gateways/bank/sepa-file.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import {
  insertRequests,
  lockSection,
  nextOrdinal,
  type PayoutSection,
  sealContent,
} from "#app/store/payout-requests.ts";
import { openAccount } from "#app/store/payout-details.ts";
import {
  type FreezeSource,
  freezeSources,
  lockUnassigned,
  type PaymentRow,
  putIntoRequest,
} from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import { findStoreAccount } from "#app/store/payout-settings.ts";
import { type PaymentMove, movePayments, whyBarred } from "./move-payments.ts";

/** Requests of one payment each that are frozen in one transaction. */
const singlesAtOnce = 100;

/**
 * Puts the payments of a section into requests whose content never changes (M17), one transaction each, so another
 * worker can continue after a crash. Payments that may not be paid any more return to the balance with the reason.
 */
export async function freezeSection(shopId: ShopId, sectionId: string, now: () => Date): Promise<void> {
  for (;;) {
    const isMore = await inTransaction((tx) => freezeNext(tx, shopId, { sectionId, now: now() }));
    if (!isMore) return;
  }
}

async function freezeNext(
  tx: Tx,
  shopId: ShopId,
  { sectionId, now }: { readonly sectionId: string; readonly now: Date },
): Promise<boolean> {
  const section = await lockSection(tx, shopId, sectionId);
  const shop = section && (await findShop(tx, shopId));
  if (!section || !shop || section.status !== "sending" || !isSentToProvider(section.method)) return false;
  const size = requestSizes[section.method];
  const limit = size === 1 ? singlesAtOnce : size;
  const unassigned = await lockUnassigned(tx, shopId, { sectionId: section.sectionId, limit });
  if (unassigned.length === 0) return false;
  const { payable, dropped } = await sortPayable(tx, shopId, unassigned, now);
  const requests = size === 1 ? payable.map((one) => [one]) : await splitIntoRequests(tx, section, payable);
  const storeName = shop.displayName ?? shop.storeName ?? shop.domain;
  await insertFrozenRequests(tx, { section, storeName, requests, now });
  const sending = payable.map(({ payment }): PaymentMove => {
    return { paymentId: payment.paymentId, move: { said: "app", to: "sending" } };
  });
  await movePayments(tx, shopId, [...dropped, ...sending], { now });
  return unassigned.length === limit;
}

/**
 * If the store pays by SEPA files, payments outside SEPA get a separate file, because one of them would block the
 * file.
 */
async function splitIntoRequests(
  tx: Tx,
  { shopId, method, currency }: PayoutSection,
  payments: readonly PayablePayment[],
) {
  const isSepa = method === "bank" && currency === "EUR" && (await findStoreAccount(tx, shopId)) !== null;
  const isBarred = (one: PayablePayment) => isSepa && whyNotSepa(bankPayment(one)) !== null;
  const files = [payments.filter((one) => !isBarred(one)), payments.filter(isBarred)];
  return files.filter((file) => file.length > 0);
}

const moneyOf = ({ amountMinor, currency }: PaymentRow) => ({ minor: amountMinor, currency });

type FrozenRequests = {
  readonly section: PayoutSection;
  readonly storeName: string;
  readonly requests: readonly (readonly PayablePayment[])[];
  readonly now: Date;
};

async function insertFrozenRequests(
  tx: Tx,
  { section, storeName, requests, now }: FrozenRequests,
): Promise<void> {
  const { shopId, sectionId, currency } = section;
  const first = await nextOrdinal(tx, shopId, sectionId);
  const rows = requests.map((payments, index) => {
    const requestId = newId<PayoutRequestId>(idPrefixes.payoutRequest, now);
    const content = requestContent({ shopId, requestId, currency, storeName }, payments);
    const row = {
      shopId,
      requestId,
      sectionId,
      ordinal: first + index,
      status: "ready" as const,
      ...sealContent(shopId, requestId, content),
      paymentCount: payments.length,
      totalMinor: sumMoney(
        payments.map(({ payment }) => moneyOf(payment)),
        currency,
      ).minor,
      // A file waits for a person to download it.
      nextAt: section.method === "bank" ? null : now,
      createdAt: now,
    };
    return { row, paymentIds: payments.map(({ payment }) => payment.paymentId) };
  });
  await insertRequests(
    tx,
    rows.map(({ row }) => row),
  );
  for (const { row, paymentIds } of rows) await putIntoRequest(tx, shopId, row.requestId, paymentIds);
}

/** Separates payments that are sent now from those that return to the balance. */
async function sortPayable(tx: Tx, shopId: ShopId, payments: readonly PaymentRow[], now: Date) {
  const sources = await freezeSources(
    tx,
    shopId,
    payments.map((one) => one.paymentId),
  );
  const payable: PayablePayment[] = [];
  const dropped: PaymentMove[] = [];
  for (const payment of payments) {
    const judged = payablePaymentOf(shopId, { payment, source: sources.get(payment.paymentId), now });
    if (!("code" in judged)) payable.push(judged);
    else {
      const reason = reasonAsText(judged);
      dropped.push({ paymentId: payment.paymentId, move: { said: "app", to: "canceled" }, reason });
    }
  }
  return { payable, dropped };
}

type UnfrozenPayment = {
  readonly payment: PaymentRow;
  readonly source: FreezeSource | undefined;
  readonly now: Date;
};

/** Much may have changed since the plan. The current state decides. */
function payablePaymentOf(
  shopId: ShopId,
  { payment, source, now }: UnfrozenPayment,
): PayablePayment | Reason {
  const barred = whyBarred(source, now);
  if (barred !== null) return { code: "payment_barred", what: barred };
  if (!source || source.detailsId === null || source.sealed === null) {
    return { code: "payment_barred", what: "no_details" };
  }
  const account = openAccount(shopId, { detailsId: source.detailsId, sealed: source.sealed });
  const payable = { payment, source, account };
  return whyNotPayable(payable) ?? payable;
}
