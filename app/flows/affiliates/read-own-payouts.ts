import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { nextRun } from "#app/domain/payouts/schedule.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { type CoveredLine, coveredLines } from "#app/store/paid-lines.ts";
import { type LedgerEntryRow, ledgerEntriesOf } from "#app/store/ledger.ts";
import { findOwnPayout, listOwnPayouts, type OwnPayoutCursor } from "#app/store/payout-payment-list.ts";
import type { PaymentRow } from "#app/store/payout-payments.ts";
import { payoutLimitsOf, payoutSettingsOf } from "#app/store/payout-settings.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";

type AffiliateKey = { readonly shopId: ShopId; readonly affiliateId: AffiliateId };

/** One page of an affiliate's payouts, newest first, with the cursor of the next page. */
export async function readOwnPayouts(
  { shopId, affiliateId }: AffiliateKey,
  page: { limit: number; after?: OwnPayoutCursor | undefined },
): Promise<{ payouts: OwnPayoutView[]; next: OwnPayoutCursor | null } | Refusal> {
  const asked = { affiliateId, limit: page.limit + 1, after: page.after };
  const rows = await readWithin(thisList, (tx) => listOwnPayouts(tx, shopId, asked));
  if (isRefusal(rows)) return rows;
  const { shown, last } = cutPage(rows, page.limit);
  return {
    payouts: shown.map(ownPayoutView),
    next: last ? { plannedAt: last.plannedAt, paymentId: last.paymentId } : null,
  };
}

type OwnPayoutView = ReturnType<typeof ownPayoutView>;

function ownPayoutView(payout: PaymentRow) {
  const { paymentId: id, amountMinor, withheldMinor, currency, method, receiver, status } = payout;
  const { plannedAt, sentAt, settledAt } = payout;
  return {
    id,
    amount: { minor: amountMinor, currency },
    /** Part of the fee that the affiliate bears. */
    fee: withheldMinor > 0n ? { minor: withheldMinor, currency } : null,
    method,
    receiver,
    status,
    plannedAt,
    sentAt,
    settledAt,
  };
}

type OwnPayoutDetail = {
  readonly payout: OwnPayoutView;
  /** Ledger entries on the affiliate's accounts only. The shop's share of a fee is not shown. */
  readonly transfers: readonly ReturnType<typeof ownLedgerEntry>[];
  /** The first commissions and deductions that the payment covers. */
  readonly lines: readonly CoveredLine[];
  readonly lineCount: number;
};

function ownLedgerEntry({ ledgerEntryId: id, code, amountMinor: minor, currency, ...row }: LedgerEntryRow) {
  const wasPaid = row.debitAccount.startsWith("paid:");
  return { id, code, amount: { minor, currency }, at: row.recordedAt, wasPaid };
}

const coveredShown = 250;

/** One payout with its ledger entries, commissions and deductions. */
export async function readOwnPayout(
  { shopId, affiliateId }: AffiliateKey,
  paymentId: string,
): Promise<OwnPayoutDetail | Refusal> {
  const payout = await findOwnPayout(db(), shopId, { affiliateId, paymentId });
  if (!payout) return refuse("not-found", { code: "not_found", what: "payout" });
  const [transfers, covers] = await Promise.all([
    ledgerEntriesOf(db(), shopId, [payout.paymentId]),
    readWithin(thisList, (tx) => coveredLines(tx, shopId, payout.paymentId, coveredShown)),
  ]);
  if (isRefusal(covers)) return covers;
  const own = transfers.filter((one) => one.affiliateId === affiliateId);
  const { lines, total: lineCount } = covers;
  return { payout: ownPayoutView(payout), transfers: own.map(ownLedgerEntry), lines, lineCount };
}

/** The day of a shop's next payout and its minimums. */
export type PayoutOutlook = {
  /** A day in the shop's calendar. Null if the shop has no schedule. */
  readonly nextDay: string | null;
  /** Currencies without a minimum are missing. */
  readonly minimums: readonly Money[];
};

/** Reads a shop's payout schedule and minimums for its affiliates. */
export async function readPayoutOutlook(
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  now: Date,
): Promise<PayoutOutlook> {
  const [{ schedule }, limits] = await Promise.all([
    payoutSettingsOf(db(), shopId),
    payoutLimitsOf(db(), shopId),
  ]);
  return {
    nextDay: nextRun(schedule, dayIn(timeZone, now))?.day ?? null,
    minimums: limits
      .filter((one) => one.minimumMinor > 0n)
      .map(({ minimumMinor: minor, currency }) => ({ minor, currency })),
  };
}
