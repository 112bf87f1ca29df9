import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import { findDecimal } from "#app/domain/money.ts";
import { isReached } from "#app/domain/terms/pay.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import {
  bonusMail,
  claimMail,
  codeChangedMail,
  codeDeactivatedMail,
  codeEndsMail,
  codeStaysMail,
  minimumRaisedMail,
  statementMail,
  tierMail,
} from "#app/gateways/email/activity-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { findClaim } from "#app/store/claims.ts";
import { codesByKey } from "#app/store/codes.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { postedOf } from "#app/store/ledger.ts";
import { wasTold } from "#app/store/outbox.ts";
import { payoutLimitsOf } from "#app/store/payout-settings.ts";
import { findProgram } from "#app/store/programs.ts";
import { sumsOfWindows } from "#app/store/progress.ts";
import type { EmailOf, EventEmails } from "./event-emails.ts";

type ActivityEventName = keyof Pick<
  EventEmails,
  | "bonus.earned"
  | "tier.reached"
  | "claim.decided"
  | "code.changed"
  | "code.deactivated"
  | "code.end_scheduled"
  | "code.end_withdrawn"
  | "statement.ready"
  | "minimum_payout.raised"
>;

const homeLink = () => appAddress("/portal");

export const activityEmails: Pick<EventEmails, ActivityEventName> = {
  "bonus.earned": async ({ reader, shop, payload: { commissionId, bonus, amount: asWritten } }) => {
    const amount = findDecimal(asWritten.amount, asWritten.currencyCode);
    const id = commissionId as Parameters<typeof postedOf>[2][number];
    const { pendingMinor = 0n, payableMinor = 0n } = (await postedOf(db(), shop.shopId, [id])).get(id) ?? {};
    if (!amount || pendingMinor + payableMinor <= 0n) return null;
    return await bonusMail(reader, { bonus, amount, link: homeLink() });
  },
  "tier.reached": tierEmail,
  "claim.decided": async ({ reader, shop, payload: { claimId, orderName: order, decision } }) => {
    const claim = await findClaim(db(), shop.shopId, claimId);
    if (!claim) return null;
    return await claimMail(reader, {
      order,
      decision,
      answer: claim.answer ?? "",
      link: appAddress("/portal/claims"),
    });
  },
  "code.changed": async ({ reader, shop, affiliate, payload: { code, formerCode: former } }) => {
    const [row] = await codesByKey(db(), shop.shopId, [code.toLowerCase()]);
    if (row?.affiliateId !== affiliate.affiliateId) return null;
    return await codeChangedMail(reader, { code, former, link: homeLink() });
  },
  "code.deactivated": async ({ reader, shop, affiliate, payload: { code, reason } }) => {
    const [row] = await codesByKey(db(), shop.shopId, [code.toLowerCase()]);
    const worksAgain = row?.affiliateId === affiliate.affiliateId && row.status === "active";
    return worksAgain ? null : await codeDeactivatedMail(reader, { code, reason, link: homeLink() });
  },
  "code.end_scheduled": async ({ reader, shop, affiliate, payload: { code, endsAt } }) => {
    const [row] = await codesByKey(db(), shop.shopId, [code.toLowerCase()]);
    const works = row?.affiliateId === affiliate.affiliateId && row.status === "active";
    if (works && row.endsAt?.toISOString() !== endsAt) return null;
    return await codeEndsMail(reader, { code, endsAt: new Date(endsAt), link: homeLink() });
  },
  "code.end_withdrawn": async ({ reader, shop, affiliate, event, payload: { code, endsAt } }) => {
    const { affiliateId } = affiliate;
    const end = { name: "code.end_scheduled", subjectId: event.subjectId, receiver: affiliateId } as const;
    if (!(await wasTold(db(), shop.shopId, end))) return null;
    return await codeStaysMail(reader, { code, endsAt: new Date(endsAt), link: homeLink() });
  },
  "statement.ready": ({ reader, payload: { month } }) =>
    statementMail(reader, { month, link: appAddress("/portal/statements") }),
  "minimum_payout.raised": async ({ reader, shop, payload }) => {
    const { currencyCode, amount } = payload.minimum;
    const minimum = findDecimal(amount, currencyCode);
    const limits = await payoutLimitsOf(db(), shop.shopId);
    const limit = limits.find((one) => one.currency === currencyCode);
    const isPlanned = [limit?.nextMinimum?.minor, limit?.minimumMinor].includes(minimum?.minor);
    if (!minimum || !isPlanned) return null;
    return await minimumRaisedMail(reader, { minimum, from: new Date(payload.startsAt), link: homeLink() });
  },
};

/** T6: an order may have been refunded since, or the period may be over. */
async function tierEmail({ reader, shop, payload }: EmailOf<"tier.reached">) {
  const { shopId, currency, timeZone } = shop;
  const programId = payload.programId as ProgramId;
  const program = await findProgram(db(), shopId, programId);
  const version = { programId, number: payload.version };
  const terms = (await frozenTerms(db(), shopId, [version])).get(versionId(version));
  const rule = terms?.rules.find((one) => one.id === payload.ruleId);
  const pay = payload.ruleId === null ? terms?.commission : rule?.pay;
  const step = pay?.kind === "tiered" ? pay.steps[payload.tier - 1] : undefined;
  if (!program || pay?.kind !== "tiered" || !step) return null;
  const last = dayIn(timeZone, reader.now);
  const { first } = periodDays(pay.period, last);
  const affiliateId = payload.affiliateId as AffiliateId;
  const [reached] = await sumsOfWindows(db(), shopId, [{ affiliateId, programId, currency, first, last }]);
  if (!reached || !isReached(step.atLeast, reached, currency)) return null;
  return await tierMail(reader, { program: program.name, pay: step.pay, link: homeLink() });
}
