import { and, eq } from "drizzle-orm";
import type { PayoutRequestId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertRequests, sealContent } from "#app/store/payout-requests.ts";
import { payoutPayments } from "#app/store/schema/payouts.ts";
import { parseAmount } from "../../../local-shopify/commerce/money.ts";
import { credit, debit, openAccount, storeCreditOf } from "../../../local-shopify/commerce/store-credit.ts";
import { type PaidPayment, sentAt } from "../../support/paid-shop.ts";
import type { CreditWorld } from "./credit-world.ts";

type Booked = {
  readonly senderId: string;
  readonly told: { readonly of: string; readonly amount?: string };
};

/**
 * Gives each payout an account of its own, a customer of the world's, and books on the platform what it is to tell of
 * them. What names no payout is booked on the first one's account. Of a payout that is settled here the app knows the
 * transaction, which the platform may have no record of.
 */
export async function bookCredits(
  { platform, shop }: CreditWorld,
  payments: readonly PaidPayment[],
  booked: readonly Booked[],
): Promise<void> {
  for (const [index, payment] of payments.entries()) {
    const customerId = customerOf(index);
    const told = booked.find((one) => one.senderId.endsWith(payment.paymentId))?.told;
    const transaction = told ? book({ platform, shop }, customerId, told) : platform.ctx.nextId();
    await hold(shop, payment, { ordinal: index + 1, customerId, transaction: String(transaction) });
  }
  for (const { senderId, told } of booked) {
    if (!payments.some((one) => senderId.endsWith(one.paymentId))) {
      book({ platform, shop }, customerOf(0), told);
    }
  }
}

const customerOf = (index: number) => 7_000_000 + index;

/** The number of the credit. */
function book(
  { platform, shop }: Pick<CreditWorld, "platform" | "shop">,
  customerId: number,
  { of, amount = "10.00" }: Booked["told"],
): number {
  return platform.ctx.mutate((state) => {
    const there = state.shops[shop.domain];
    if (!there) throw new Error("The platform's shop is gone.");
    const books = storeCreditOf(there);
    const account = openAccount(books, { customerId, currency: "USD" }, () => platform.ctx.nextId());
    const at = sentAt.toISOString();
    const change = { minor: parseAmount(amount, "USD"), at, nextId: () => platform.ctx.nextId() };
    if (of === "gone") there.customers = there.customers.filter((one) => one.id !== customerId);
    const { id } = credit(books, account, { ...change, expiresAt: null, notify: false });
    if (of === "back") debit(books, account, change);
    return id;
  });
}

/** The request of a payout, as it is once it was sent. */
async function hold(
  { shopId }: CreditWorld["shop"],
  { paymentId }: PaidPayment,
  of: { readonly ordinal: number; readonly customerId: number; readonly transaction: string },
): Promise<void> {
  const its = and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.paymentId, paymentId));
  const requestId = newId<PayoutRequestId>("poc", sentAt);
  const content = JSON.stringify({ customerId: String(of.customerId), amount: "10.00", currency: "USD" });
  await inTransaction(async (tx) => {
    const [payment] = await tx.select().from(payoutPayments).where(its);
    if (!payment) throw new Error("The payout is gone.");
    await insertRequests(tx, [
      {
        shopId,
        requestId,
        sectionId: payment.sectionId,
        ordinal: of.ordinal,
        status: "paid",
        seenBefore: "",
        intentAccount: payment.closedAt === null ? `${of.customerId}:USD` : "",
        paymentCount: 1,
        totalMinor: payment.amountMinor,
        createdAt: sentAt,
        ...sealContent(shopId, requestId, content),
      },
    ]);
    const known = payment.settledAt === null ? "" : of.transaction;
    await tx.update(payoutPayments).set({ requestId, providerTransactionId: known }).where(its);
  });
}
