import { type PaymentEventName } from "#app/domain/events.ts";
import { paymentEventOf } from "#app/domain/payouts/payment.ts";
import type { EventId } from "#app/domain/ids.ts";
import { deductionCode } from "#app/domain/deduction.ts";
import { paidMail, returnedMail, unclaimedMail } from "#app/gateways/email/payout-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { deductionsOfPayment } from "#app/store/deductions.ts";
import { readPaymentNews } from "#app/store/outbox.ts";
import type { FoundReader, WrittenEmail } from "./find-reader.ts";

/** Affiliates aren't emailed when a payment is sent, but when the money has left. */
type EmailedPayment = Exclude<PaymentEventName, "payment.sent">;

const paymentMails: Readonly<Record<EmailedPayment, typeof paidMail>> = {
  "payment.paid": paidMail,
  "payment.unclaimed": unclaimedMail,
  "payment.returned": returnedMail,
  "payment.failed": returnedMail,
};

/** If the payment changed since, its later event is emailed instead. */
export async function writePaymentEmail(
  { reader, shop }: FoundReader,
  eventId: EventId,
): Promise<WrittenEmail> {
  const { shopId } = shop;
  const news = await readPaymentNews(db(), shopId, eventId);
  const isTrue = news !== null && paymentEventOf(news.status) === news.eventName;
  if (!isTrue || news.eventName === "payment.sent") return { mail: null, untrue: [eventId] };
  const { paymentId, currency, method, receiver, commissions } = news;
  const deducted = await deductionsOfPayment(db(), shopId, paymentId);
  const isBack = news.eventName === "payment.returned" || news.eventName === "payment.failed";
  const mail = await paymentMails[news.eventName](
    { ...reader, settingsLink: null },
    {
      amount: { minor: BigInt(news.amount), currency },
      method,
      receiver,
      commissions,
      deductions: deducted.map((one) => ({
        amount: { minor: one.amountMinor, currency },
        refunded: deductionCode(one) === "refund" ? one.orderName : null,
      })),
      link: appAddress(isBack ? "/portal/payout-details" : `/portal/payouts/${paymentId}`),
    },
  );
  return { mail, untrue: mail === null ? [eventId] : [] };
}
