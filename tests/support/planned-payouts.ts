import type { Actor } from "#app/domain/actor.ts";
import {
  type AdjustmentId,
  type AffiliateId,
  idPrefixes,
  type PayoutSectionId,
  type PayoutDetailsId,
  type PaymentId,
  type ShopId,
} from "#app/domain/ids.ts";
import { adjustmentEntry } from "#app/domain/ledger/entries.ts";
import { startEntries } from "#app/domain/payouts/payment.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { coverPayments } from "#app/flows/payouts/cover-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertRows } from "#app/store/many-rows.ts";
import { postEntries } from "#app/store/ledger.ts";
import { insertSection } from "#app/store/payout-requests.ts";
import { sealAccount } from "#app/store/payout-details.ts";
import { adjustments } from "#app/store/schema/orders.ts";
import { payoutDetails, payoutPayments } from "#app/store/schema/payouts.ts";
import { addPaypalAccount } from "./paypal-account.ts";
import { insertEmptyPayout } from "./section.ts";
import { addAffiliate, longAgo, makeSellingShop } from "./selling-shop.ts";

export const tester: Actor = { kind: "staff", id: "7", name: "Ada", email: "ada@shop.test" };

/** An affiliate with payout details that can be opened. */
export type Payee = {
  readonly affiliateId: AffiliateId;
  readonly detailsId: PayoutDetailsId;
  readonly account: PayoutAccount;
};

/** A shop with affiliates who are paid by this method; `accountOf` says where. */
export async function makePayees(
  count: number,
  accountOf: (index: number) => PayoutAccount,
  currency = "USD",
) {
  const shop = await makeSellingShop({ currency });
  await addPaypalAccount(shop.shopId);
  const payees: Payee[] = [];
  for (let index = 0; index < count; index += 1) {
    const { affiliateId } = await addAffiliate(shop);
    payees.push(await giveAccount(shop.shopId, affiliateId, accountOf(index)));
  }
  return { ...shop, currency, payees };
}

export type PayeeShop = Awaited<ReturnType<typeof makePayees>>;

/** Details that hold since long ago. */
export async function giveAccount(
  shopId: ShopId,
  affiliateId: AffiliateId,
  account: PayoutAccount,
): Promise<Payee> {
  const detailsId = newId<PayoutDetailsId>(idPrefixes.payoutDetails, longAgo);
  const method = methodOfAccount(account);
  await db()
    .insert(payoutDetails)
    .values({
      shopId,
      detailsId,
      affiliateId,
      method,
      sealed: sealAccount(shopId, detailsId, account),
      masked: "masked",
      createdAt: longAgo,
      confirmedAt: longAgo,
      effectiveAt: longAgo,
    });
  return { affiliateId, detailsId, account };
}

function methodOfAccount({ kind }: PayoutAccount) {
  if (kind === "paypal") return "paypal";
  return kind === "store-credit" ? "store_credit" : "bank";
}

export type PlannedPayment = {
  readonly paymentId: PaymentId;
  readonly payee: Payee;
  readonly amountMinor: bigint;
};

/** Gives each payee so much and plans a confirmed section that pays it, as planning leaves it behind. */
export async function planned(
  shop: PayeeShop,
  amounts: readonly {
    readonly payee: Payee;
    readonly amountMinor: bigint;
    readonly withheldMinor?: bigint;
  }[],
  { now, method = "paypal" }: { now: Date; method?: PayoutMethod },
): Promise<{ sectionId: PayoutSectionId; payments: PlannedPayment[] }> {
  const { shopId, currency } = shop;
  await giveAll(shop, amounts, now);
  const sectionId = newId<PayoutSectionId>(idPrefixes.payoutSection, now);
  const rows = amounts.map(({ payee, amountMinor, withheldMinor = 0n }) => ({
    shopId,
    paymentId: newId<PaymentId>(idPrefixes.payment, now),
    sectionId,
    affiliateId: payee.affiliateId,
    method,
    currency,
    amountMinor,
    withheldMinor,
    status: "planned",
    detailsId: method === "manual" ? null : payee.detailsId,
    receiver: "masked",
    revision: 1,
    plannedAt: now,
  }));
  await inTransaction(async (tx) => {
    const totalMinor = rows.reduce((sum, one) => sum + one.amountMinor, 0n);
    const made = { createdBy: tester, createdAt: now, confirmedBy: tester, confirmedAt: now };
    const paymentCount = rows.length;
    const payoutId = await insertEmptyPayout(tx, shopId, { createdBy: tester, createdAt: now });
    await insertSection(tx, {
      shopId,
      sectionId,
      payoutId,
      method,
      currency,
      status: "sending",
      paymentCount,
      totalMinor,
      ...made,
    });
    await insertRows(tx, payoutPayments, rows);
    const postings = rows.flatMap((one) => startEntries(one));
    await postEntries(
      tx,
      shopId,
      postings.map((one) => ({ ...one, happenedAt: now })),
      now,
    );
    await coverPayments(tx, shopId, { payments: rows, cutoffAt: null, now });
  });
  const payments = rows.map(({ paymentId, amountMinor }, index) => {
    const payee = amounts[index]?.payee;
    if (!payee) throw new Error("A payment has lost its payee.");
    return { paymentId, payee, amountMinor };
  });
  return { sectionId, payments };
}

/** Gives each payee what is to be paid, as one adjustment for each. */
export async function giveAll(
  { shopId, currency }: PayeeShop,
  amounts: Parameters<typeof planned>[1],
  at: Date,
): Promise<void> {
  const given = amounts.map(({ payee, amountMinor, withheldMinor = 0n }) => ({
    shopId,
    adjustmentId: newId<AdjustmentId>(idPrefixes.adjustment, at),
    affiliateId: payee.affiliateId,
    commissionId: null,
    currency,
    amountMinor: amountMinor + withheldMinor,
    note: "To be paid",
    at,
  }));
  await inTransaction(async (tx) => {
    await insertRows(
      tx,
      adjustments,
      given.map((one) => ({ ...one, actorKind: "staff", actorId: "7", actorName: tester.name })),
    );
    const postings = given.map((one) => ({ ...adjustmentEntry(one), happenedAt: at }));
    await postEntries(tx, shopId, postings, at);
  });
}
