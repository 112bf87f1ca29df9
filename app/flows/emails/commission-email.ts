import type { CommissionEventName } from "#app/domain/events.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { findDecimal, findRateBps, type Money } from "#app/domain/money.ts";
import { detailsByStage } from "#app/domain/payouts/details.ts";
import { nextRun } from "#app/domain/payouts/schedule.ts";
import { tierPercent } from "#app/domain/terms/next-tier.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import {
  approvedMail,
  type NextPayout,
  type ReversalCause,
  reversedMail,
  type Sale,
  saleMail,
} from "#app/gateways/email/commission-emails.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf, postedOf } from "#app/store/ledger.ts";
import { nextTiersOf } from "#app/store/progress.ts";
import { type CommissionNews, type EventEmail, readCommissionNews } from "#app/store/outbox.ts";
import { listAliveDetails } from "#app/store/payout-details.ts";
import { payoutLimitOf, payoutSettingsOf } from "#app/store/payout-settings.ts";
import { findProgram, termsFor } from "#app/store/programs.ts";
import { tagsOf } from "#app/store/tags.ts";
import type { FoundReader, WrittenEmail } from "./find-reader.ts";

/** News of a commission with its current amount. */
type CurrentCommissionNews = CommissionNews & { readonly standing: Money };

type CommissionEmailWriter = {
  readonly isTrue: (news: CurrentCommissionNews) => boolean;
  readonly write: (found: FoundReader, news: readonly CurrentCommissionNews[]) => Promise<Mail | null>;
};

const writers: Readonly<Record<CommissionEventName, CommissionEmailWriter>> = {
  "commission.created": {
    isTrue: ({ standing }) => standing.minor > 0n,
    write: async (found, news) => {
      const [only] = news;
      const tier = only && news.length === 1 ? await nextTierAfter(only, found) : null;
      return await saleMail(
        found.reader,
        news.map((one) => saleOf(one, tier)),
        ordersLink(),
      );
    },
  },
  "commission.approved": {
    isTrue: ({ standing, releasedAt }) => standing.minor > 0n && releasedAt !== null,
    write: async (found, news) => {
      const { shopId, affiliateId } = found.affiliate;
      const all = (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId) ?? [];
      const currencies = new Set(news.map((one) => one.currency));
      const balances = all
        .filter((one) => currencies.has(one.currency))
        .map((one) => ({ minor: one.payableMinor, currency: one.currency }));
      return await approvedMail(found.reader, news.map(orderEmailOf), {
        balances,
        next: await nextPayoutOf(found, balances),
        balanceLink: appAddress("/portal"),
        detailsLink: appAddress("/portal/payout-details"),
      });
    },
  },
  "commission.reversed": {
    isTrue: ({ isSaleUntold }) => !isSaleUntold,
    write: ({ reader, affiliate }, news) =>
      reversedMail(
        reader,
        news.map((one) => reversalEmailFacts(one, affiliate.affiliateId)),
        ordersLink(),
      ),
  },
};

/** Writes the email about commission events, all of one kind. */
export async function writeCommissionEmail(
  found: FoundReader,
  eventName: CommissionEventName,
  deliveries: readonly EventEmail[],
): Promise<WrittenEmail> {
  const { shopId } = found.shop;
  const ids = deliveries.map((one) => one.eventId);
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
  const mail = told.length === 0 ? null : await write(found, told);
  const trueIds = new Set(mail === null ? [] : told.map((one) => one.eventId));
  return { mail, untrue: ids.filter((id) => !trueIds.has(id)) };
}

const ordersLink = () => appAddress("/portal");

function orderEmailOf({ orderId, orderName, standing }: CurrentCommissionNews) {
  return { order: orderName, amount: standing, link: appAddress(`/portal/orders/${orderId}`) };
}

const linkReasons = new Set(["won-by-click", "won-by-landing", "won-by-pixel"]);

function saleOf(news: CurrentCommissionNews, tier: Sale["tier"]): Sale {
  const isByLink = linkReasons.has(news.reason);
  return { ...orderEmailOf(news), isByLink, parts: saleParts(news), approval: saleApproval(news), tier };
}

/** The calculation in the sale's event, if the commission has not changed since. */
function saleParts(news: CurrentCommissionNews): Sale["parts"] {
  const { currency, payload } = news;
  if (amountIn(news).minor !== news.standing.minor || !("calculation" in payload)) return [];
  return payload.calculation.map(({ percent, eligible }) => ({
    rateBps: findRateBps(percent) ?? 0,
    eligible: findDecimal(eligible.amount, currency) ?? { minor: 0n, currency },
  }));
}

/** The nearest next tier of the order's program. */
async function nextTierAfter(
  { programId, currency }: CurrentCommissionNews,
  { shop, affiliate, reader }: FoundReader,
): Promise<Sale["tier"]> {
  const program = await findProgram(db(), shop.shopId, programId);
  if (!program || program.status !== "active") return null;
  const { affiliateId } = affiliate;
  const { terms } = await termsFor(db(), program, affiliateId);
  const asked = { affiliateId, currency, today: dayIn(shop.timeZone, reader.now) };
  const tags = (await tagsOf(db(), shop.shopId, [affiliateId])).get(affiliateId)?.map(({ tag }) => tag) ?? [];
  const programs = [{ program, terms: termsForTags(terms, tags) }];
  const tiers = await nextTiersOf(db(), shop.shopId, asked, programs);
  return tiers.toSorted((a, b) => tierPercent(b) - tierPercent(a))[0] ?? null;
}

function saleApproval({
  releasedAt,
  decision,
  approval,
  approvesAt,
}: CurrentCommissionNews): Sale["approval"] {
  if (releasedAt !== null) return "none";
  if (decision === "held" || (decision === null && approval === "manual")) return "review";
  return approvesAt ?? "none";
}

async function nextPayoutOf(
  { shop, affiliate, reader: { now } }: FoundReader,
  [balance]: readonly Money[],
): Promise<NextPayout> {
  const { shopId, timeZone } = shop;
  const details = await listAliveDetails(db(), shopId, affiliate.affiliateId, now);
  const { current, next, unconfirmed } = detailsByStage(details, now);
  const used = next ?? current;
  if (!used) return { kind: unconfirmed ? "details-unconfirmed" : "details-missing" };
  if (balance) {
    const { minimumMinor } = await payoutLimitOf(db(), shopId, balance.currency);
    if (balance.minor < minimumMinor) {
      return { kind: "minimum", minimum: { minor: minimumMinor, currency: balance.currency } };
    }
  }
  const { schedule } = await payoutSettingsOf(db(), shopId);
  const run = nextRun(schedule, dayIn(timeZone, now));
  return run ? { kind: "due", day: run.day, method: used.method } : { kind: "unscheduled" };
}

const causes: Readonly<Record<string, ReversalCause>> = {
  "refunded-whole": "refunded",
  cancelled: "canceled",
  "dispute-lost": "disputed",
};

function reversalEmailFacts(news: CurrentCommissionNews, affiliateId: AffiliateId) {
  return {
    ...orderEmailOf(news),
    amount: amountIn(news),
    remaining: news.standing,
    cause: reversalCause(news, affiliateId),
    denial: news.denial,
  };
}

function reversalCause(
  { decision, payload, creditedTo }: CurrentCommissionNews,
  affiliateId: AffiliateId,
): ReversalCause {
  if (decision === "denied") return "declined";
  if (creditedTo !== null && creditedTo !== affiliateId) return "reassigned";
  return causes[payload.reason ?? ""] ?? "changed";
}

/** The amount that the event's payload names. */
function amountIn({ payload, currency }: CurrentCommissionNews): Money {
  return findDecimal(payload.amount.amount, currency) ?? { minor: 0n, currency };
}
