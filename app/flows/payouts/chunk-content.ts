import type { PayoutChunkId, ShopId } from "#app/domain/ids.ts";
import { type BankPayment, isBankAccount } from "#app/domain/payouts/bank-file.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { paypalValue } from "#app/domain/payouts/paypal-money.ts";
import { toDecimal } from "#app/domain/money.ts";
import { payoutBody } from "#app/gateways/paypal/payout-body.ts";
import type { PayoutChunk } from "#app/store/payout-chunks.ts";
import type { FreezeSource, PayoutItemRow } from "#app/store/payout-items.ts";
import { openContent } from "#app/store/sealed-chunks.ts";

/** An item with the account that it is paid to. */
export type Payment = {
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
export function whyNotPayable({ item, account }: Payment): string | null {
  if (item.method === "paypal") {
    if (account.kind !== "paypal") return notOfMethod;
    const value = paypalValue({ minor: item.amountMinor, currency: item.currency });
    return value === null ? `PayPal does not pay this amount in ${item.currency}` : null;
  }
  if (item.method === "store_credit") return account.kind === "store-credit" ? null : notOfMethod;
  return isBankAccount(account) ? null : notOfMethod;
}

const notOfMethod = "The payout details are for another way of paying";

type Of = {
  readonly shopId: ShopId;
  readonly chunkId: PayoutChunkId;
  readonly currency: string;
  readonly storeName: string;
};

/** The readable content for these payments: a body of a call, a credit, or the payments of a bank's file. */
export function contentOf(of: Of, payments: readonly Payment[]): string {
  const [first] = payments;
  if (!first) throw new Error("A chunk without a payment is none.");
  if (first.item.method === "paypal") return paypalContent(of, payments);
  if (first.item.method === "store_credit") return creditContent(first);
  return bankContent(payments);
}

function paypalContent(of: Of, payments: readonly Payment[]): string {
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
export function bankPayment({ item, source, account }: Payment): BankPayment {
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
