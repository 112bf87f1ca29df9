import {
  type CommissionEventName,
  isPaymentEvent,
  paymentEventOf,
  type PaymentEventName,
} from "#app/domain/events.ts";
import type { AffiliateId, EventId, ShopId } from "#app/domain/ids.ts";
import { findDecimal, type Money } from "#app/domain/money.ts";
import {
  approvedMail,
  type ReversalCause,
  reversedMail,
  type Sale,
  saleMail,
} from "#app/gateways/email/commission-mails.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import { paidMail, returnedMail, unclaimedMail } from "#app/gateways/email/payment-mails.ts";
import type { Mail } from "#app/gateways/email/mail.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type Affiliate, findAffiliate } from "#app/store/affiliates.ts";
import { readEmailShop } from "#app/store/email-shop.ts";
import { balancesOf, postedOf } from "#app/store/ledger.ts";
import {
  type CommissionNews,
  type EventDelivery,
  readCommissionNews,
  readPaymentNews,
} from "#app/store/outbox.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { emailSettingsToken } from "./choose-frequency.ts";

/** An email as it is true now, and the events that are not; no email where none is. */
type WrittenEmail = { readonly mail: Mail | null; readonly untrue: readonly EventId[] };

/** News of a commission with its worth now. */
type Current = CommissionNews & { readonly standing: Money };

type Writer = {
  readonly isTrue: (news: Current) => boolean;
  readonly write: (reader: Reader, news: readonly Current[], of: Receiver) => Promise<Mail>;
};

type Receiver = { readonly shopId: ShopId; readonly affiliateId: AffiliateId };

const writers: Readonly<Record<CommissionEventName, Writer>> = {
  "commission.created": {
    isTrue: ({ standing }) => standing.minor > 0n,
    write: (reader, news) => saleMail(reader, news.map(saleOf), ordersLink()),
  },
  "commission.approved": {
    isTrue: ({ standing, releasedAt }) => standing.minor > 0n && releasedAt !== null,
    write: async (reader, news, { shopId, affiliateId }) => {
      const balances = (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId) ?? [];
      const currencies = new Set(news.map((one) => one.currency));
      return await approvedMail(reader, news.map(orderEmailOf), {
        balances: balances
          .filter((one) => currencies.has(one.currency))
          .map((one) => ({ minor: one.payableMinor, currency: one.currency })),
        link: appAddress("/portal"),
      });
    },
  },
  "commission.reversed": {
    isTrue: ({ isSaleUntold }) => !isSaleUntold,
    write: (reader, news, { affiliateId }) =>
      reversedMail(
        reader,
        news.map((one) => reversalOf(one, affiliateId)),
        ordersLink(),
      ),
  },
};

/** Writes the email of some events of one kind to one affiliate. */
export async function writeEmail(
  shopId: ShopId,
  deliveries: readonly EventDelivery[],
): Promise<WrittenEmail> {
  const ids = deliveries.map((one) => one.eventId);
  const [first] = deliveries;
  if (!first) return { mail: null, untrue: [] };
  const { eventName, affiliateId } = first;
  const found = await findReader(shopId, affiliateId);
  if (!found) return { mail: null, untrue: ids };
  if (isPaymentEvent(eventName)) return await writePaymentEmail(found, shopId, first.eventId);
  if (!wantsEmails(found)) return { mail: null, untrue: ids };
  const { isTrue, write } = writers[eventName];
  const news = await readCommissionNews(db(), shopId, ids);
  const posted = await postedOf(
    db(),
    shopId,
    news.map((one) => one.commissionId),
  );
  const current = news.map((one) => {
    const { pendingMinor = 0n, payableMinor = 0n } = posted.get(one.commissionId) ?? {};
    return { ...one, standing: { minor: pendingMinor + payableMinor, currency: one.currency } };
  });
  const told = current.filter(isTrue);
  const trueIds = new Set(told.map((one) => one.eventId));
  const mail = told.length === 0 ? null : await write(found.reader, told, { shopId, affiliateId });
  return { mail, untrue: ids.filter((id) => !trueIds.has(id)) };
}

const paymentMails: Readonly<Record<PaymentEventName, typeof paidMail>> = {
  "payment.paid": paidMail,
  "payment.unclaimed": unclaimedMail,
  "payment.returned": returnedMail,
  "payment.failed": returnedMail,
};

/** A payment that went on meanwhile is told by its later event. */
async function writePaymentEmail(
  { reader }: FoundReader,
  shopId: ShopId,
  eventId: EventId,
): Promise<WrittenEmail> {
  const news = await readPaymentNews(db(), shopId, eventId);
  if (!news || !isPaymentEvent(news.eventName) || paymentEventOf(news.status) !== news.eventName) {
    return { mail: null, untrue: [eventId] };
  }
  const { itemId, currency, method, receiver, commissions } = news;
  const isBack = news.eventName === "payment.returned" || news.eventName === "payment.failed";
  const mail = await paymentMails[news.eventName](
    { ...reader, settingsLink: null },
    {
      amount: { minor: BigInt(news.amount), currency },
      method,
      receiver,
      commissions,
      deducted: { minor: BigInt(news.deducted), currency },
      link: appAddress(isBack ? "/portal/payout-details" : `/portal/payouts/${itemId}`),
    },
  );
  return { mail, untrue: [] };
}

type Reader = EmailReader & { readonly timeZone: string };
type FoundReader = { readonly reader: Reader; readonly affiliate: Affiliate; readonly shop: Shop };

async function findReader(shopId: ShopId, affiliateId: AffiliateId): Promise<FoundReader | null> {
  const shop = await findShop(db(), shopId);
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  if (!shop || !affiliate) return null;
  const query = new URLSearchParams({ token: emailSettingsToken(affiliate) });
  const reader = {
    name: affiliate.name,
    email: affiliate.email,
    language: affiliate.language ?? shop.language,
    settingsLink: appAddress(`/portal/notifications?${query.toString()}`),
    shop: await readEmailShop(db(), shopId),
    timeZone: shop.timeZone,
  };
  return { reader, affiliate, shop };
}

/** False where the app was removed, or the affiliate isn't active or wants no emails about commissions. */
function wantsEmails({ affiliate, shop }: FoundReader): boolean {
  const isInstalled = shop.installedAt !== null && shop.uninstalledAt === null;
  return isInstalled && affiliate.status === "active" && affiliate.emailFrequency !== "never";
}

const ordersLink = () => appAddress("/portal");

function orderEmailOf({ orderId, orderName, standing }: Current) {
  return { order: orderName, amount: standing, link: appAddress(`/portal/orders/${orderId}`) };
}

const linkReasons = new Set(["won-by-click", "won-by-landing", "won-by-pixel"]);

function saleOf(news: Current): Sale {
  const isByLink = linkReasons.has(news.reason);
  return { ...orderEmailOf(news), isByLink, approval: approvalOf(news) };
}

function approvalOf({ releasedAt, decision, approval, holdUntil }: Current): Sale["approval"] {
  if (releasedAt !== null) return "none";
  if (decision === "held" || (decision === null && approval === "manual")) return "review";
  return holdUntil ?? "none";
}

const causes: Readonly<Record<string, ReversalCause>> = {
  "refunded-whole": "refunded",
  cancelled: "canceled",
  "dispute-lost": "disputed",
};

function reversalOf(news: Current, affiliateId: AffiliateId) {
  return {
    ...orderEmailOf(news),
    amount: amountIn(news),
    remaining: news.standing,
    cause: causeOf(news, affiliateId),
  };
}

function causeOf({ decision, payload, creditedTo }: Current, affiliateId: AffiliateId): ReversalCause {
  if (decision === "denied") return "declined";
  if (creditedTo !== null && creditedTo !== affiliateId) return "reassigned";
  const reason = payload["reason"];
  return (typeof reason === "string" && causes[reason]) || "changed";
}

/** The amount that the event's payload names. */
function amountIn({ payload, currency }: Current): Money {
  const { amount } = payload["amount"] as { amount: string };
  return findDecimal(amount, currency) ?? { minor: 0n, currency };
}
