import type { PayoutRequestId, ShopId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import { type BankPayment, isBankAccount } from "#app/domain/payouts/bank-file.ts";
import { paypalValue } from "#app/domain/payouts/request.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { payoutBody } from "#app/gateways/paypal/payouts.ts";
import { openContent, type PayoutRequest } from "#app/store/payout-requests.ts";
import type { FreezeSource, PaymentRow } from "#app/store/payout-payments.ts";

/** A payment with the account that it is paid to. */
export type PayablePayment = {
  readonly payment: PaymentRow;
  readonly source: FreezeSource;
  readonly account: PayoutAccount;
};

/** Store credit for a customer, the same in each attempt. */
export type CreditOrder = {
  readonly customerId: string;
  /** A decimal. */
  readonly amount: string;
  readonly currency: string;
};

/** The reason why a payment can't be paid to this account by its method, or null. */
export function whyNotPayable({ payment, account }: PayablePayment): Reason | null {
  if (payment.method === "paypal") {
    if (account.kind !== "paypal") return notOfMethod;
    const value = paypalValue({ minor: payment.amountMinor, currency: payment.currency });
    return value === null ? { code: "paypal_amount", currency: payment.currency } : null;
  }
  if (payment.method === "store_credit") return account.kind === "store-credit" ? null : notOfMethod;
  return isBankAccount(account) ? null : notOfMethod;
}

const notOfMethod = { code: "details_of_other_method" } as const;

type RequestNames = {
  readonly shopId: ShopId;
  readonly requestId: PayoutRequestId;
  readonly currency: string;
  readonly storeName: string;
};

/** The content for these payments before sealing: a request body, a credit, or the payments of a bank file. */
export function requestContent(of: RequestNames, payments: readonly PayablePayment[]): string {
  const [first] = payments;
  if (!first) throw new Error("A request without a payment is none.");
  if (first.payment.method === "paypal") return paypalContent(of, payments);
  if (first.payment.method === "store_credit") return creditContent(first);
  return bankContent(payments);
}

function paypalContent(of: RequestNames, payments: readonly PayablePayment[]): string {
  return payoutBody(
    of,
    payments.map(({ payment, account }) => ({
      paymentId: payment.paymentId,
      receiver: account.kind === "paypal" ? account.email : "",
      amountMinor: payment.amountMinor,
    })),
  );
}

function creditContent({ payment, account }: PayablePayment): string {
  const order: CreditOrder = {
    customerId: account.kind === "store-credit" ? account.customerId : "",
    amount: toDecimal({ minor: payment.amountMinor, currency: payment.currency }),
    currency: payment.currency,
  };
  return JSON.stringify(order);
}

/** The file itself is created on download, because its format is chosen then. */
function bankContent(payments: readonly PayablePayment[]): string {
  const lines = payments.map((one) => {
    const payment = bankPayment(one);
    return { ...payment, amountMinor: String(payment.amountMinor) };
  });
  return JSON.stringify(lines);
}

/** A payment in the form of a bank file. */
export function bankPayment({ payment, source, account }: PayablePayment): BankPayment {
  return {
    reference: payment.paymentId,
    name: source.affiliateName,
    email: source.affiliateEmail,
    account,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
  };
}

/** The credit of a request. */
export function creditOf(request: PayoutRequest): CreditOrder {
  return JSON.parse(openContent(request)) as CreditOrder;
}

/** The payments of a bank request. */
export function bankPaymentsOf(request: PayoutRequest): BankPayment[] {
  const lines = JSON.parse(openContent(request)) as (Omit<BankPayment, "amountMinor"> & {
    readonly amountMinor: string;
  })[];
  return lines.map((one) => ({ ...one, amountMinor: BigInt(one.amountMinor) }));
}
