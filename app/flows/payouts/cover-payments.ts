import type { AffiliateId, PaymentId, ShopId } from "#app/domain/ids.ts";
import { coverLines } from "#app/domain/payouts/payment.ts";
import type { Tx } from "#app/platform/db.server.ts";
import {
  addPaymentLines,
  insertCoverings,
  type NewCovering,
  openLines,
  type PaymentLine,
  setCoverings,
} from "#app/store/balance-lines.ts";

/** Affiliates whose open lines are in memory at once. */
const affiliatesAtOnce = 100;

type PaymentToCover = {
  readonly paymentId: PaymentId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
};

type CoverInput = {
  readonly payments: readonly PaymentToCover[];
  readonly cutoffAt: Date | null;
  readonly now: Date;
};

/**
 * M22: covers lines with payments of one currency that were just posted as started, so their affiliates' balances are
 * locked. @throws Error if a payment exceeds its affiliate's open lines.
 */
export async function coverPayments(
  tx: Tx,
  shopId: ShopId,
  { payments, cutoffAt, now }: CoverInput,
): Promise<void> {
  for (let from = 0; from < payments.length; from += affiliatesAtOnce) {
    const some = payments.slice(from, from + affiliatesAtOnce);
    const { coverings, unbacked } = await planCoverings(tx, shopId, some, cutoffAt);
    if (unbacked.length > 0) {
      throw new Error("A planned payment is more than the open lines of its affiliate.");
    }
    await insertCoverings(tx, shopId, coverings, now);
  }
  await setCoverings(
    tx,
    shopId,
    payments.map(({ paymentId }) => ({ paymentId, state: "in_payout" })),
  );
}

/**
 * M22: covers lines with a manual payment. The part that the balance does not cover becomes a line of the payment,
 * which the next payment deducts.
 */
export async function coverPaidOutside(
  tx: Tx,
  shopId: ShopId,
  payment: PaymentToCover,
  now: Date,
): Promise<void> {
  const { coverings, unbacked } = await planCoverings(tx, shopId, [payment], null);
  await addPaymentLines(tx, shopId, unbacked, now);
  const own = unbacked.map(({ paymentId, restMinor }) => ({
    paymentId,
    lineId: paymentId,
    amountMinor: restMinor,
  }));
  await insertCoverings(tx, shopId, [...coverings, ...own], now);
  await setCoverings(tx, shopId, [{ paymentId: payment.paymentId, state: "in_payout" }]);
}

type UncoveredLine = PaymentLine & { readonly restMinor: bigint };

async function planCoverings(
  tx: Tx,
  shopId: ShopId,
  payments: readonly PaymentToCover[],
  cutoffAt: Date | null,
): Promise<{ readonly coverings: NewCovering[]; readonly unbacked: UncoveredLine[] }> {
  const coverings: NewCovering[] = [];
  const unbacked: UncoveredLine[] = [];
  const [first] = payments;
  if (!first) return { coverings, unbacked };
  const affiliateIds = payments.map((one) => one.affiliateId);
  const lines = await openLines(tx, shopId, { affiliateIds, currency: first.currency, cutoffAt });
  for (const { paymentId, affiliateId, currency, amountMinor, withheldMinor } of payments) {
    const covered = coverLines(lines.get(affiliateId) ?? [], amountMinor + withheldMinor);
    coverings.push(...covered.coverings.map((one) => ({ paymentId, ...one })));
    const { restMinor } = covered;
    if (restMinor > 0n) unbacked.push({ paymentId, affiliateId, currency, amountMinor: 0n, restMinor });
  }
  return { coverings, unbacked };
}
