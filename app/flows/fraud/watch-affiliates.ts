import { clickBurst, orderBurst } from "#app/domain/fraud/burst.ts";
import { type ChosenRule, chosenRules, type Finding, ruleOf } from "#app/domain/fraud/rules.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { affiliatesWithoutMark, markEmail } from "#app/store/affiliate-marks.ts";
import { busyVisitors, ordersOfDays, sharedPayouts } from "#app/store/affiliate-use.ts";
import { chosenFraudRules, insertFlags, openFlag } from "#app/store/flags.ts";

type Shop = { readonly shopId: ShopId; readonly timeZone: string };
/** What looks wrong about an affiliate, and the subject that a flag of it has. */
export type AffiliateFinding = {
  readonly affiliateId: AffiliateId;
  readonly about: string;
  readonly finding: Finding;
};

const dayMs = 86_400_000;
const atOnce = 500;

/** Looks for bursts of today and yesterday, and for accounts that two affiliates are paid to. */
export async function watchAffiliates({ shopId, timeZone }: Shop, now: Date): Promise<number> {
  const rules = chosenRules(await chosenFraudRules(db(), shopId));
  const found = [
    ...(await burstsOf({ shopId, timeZone }, ruleOf(rules, "burst"), now)),
    ...(ruleOf(rules, "shared-payout").action === "off" ? [] : await findShared(shopId)),
  ];
  await insertFlags(
    db(),
    found.map(({ affiliateId, about, finding }) => {
      const subject = { shopId, affiliateId, subjectKind: "affiliate", subjectId: about } as const;
      return openFlag({ ...subject, finding, action: ruleOf(rules, finding.kind).action, now });
    }),
  );
  return found.length;
}

async function burstsOf(shop: Shop, { action, limits }: ChosenRule, now: Date): Promise<AffiliateFinding[]> {
  const days = [new Date(now.getTime() - dayMs), now].map((at) => dayIn(shop.timeZone, at));
  return action === "off" ? [] : await findBursts(shop, { limits, days });
}

/** Bursts of these days of the shop under these limits. */
export async function findBursts(
  { shopId, timeZone }: Shop,
  { limits, days }: { readonly limits: ChosenRule["limits"]; readonly days: readonly string[] },
): Promise<AffiliateFinding[]> {
  const found: AffiliateFinding[] = [];
  for (const day of days) {
    const orders = await ordersOfDays(db(), shopId, { day, least: limits["orders"] ?? 1 });
    const clicks = await busyVisitors(db(), shopId, { day, timeZone, least: limits["clicks"] ?? 1 });
    for (const { affiliateId, ...of } of orders) {
      const finding = orderBurst({ day, ...of }, limits);
      if (finding) found.push({ affiliateId, about: `${affiliateId} ${day}`, finding });
    }
    for (const { affiliateId, clicks: count } of clicks) {
      const finding = clickBurst({ day, clicks: count }, limits);
      if (finding) found.push({ affiliateId, about: `${affiliateId} ${day} clicks`, finding });
    }
  }
  return found;
}

/** Who is paid to an account that another affiliate is paid to as well. */
export async function findShared(shopId: ShopId): Promise<AffiliateFinding[]> {
  const shared = await sharedPayouts(db(), shopId);
  return shared.map(({ affiliateId, others }) => ({
    affiliateId,
    about: `${affiliateId} ${others.join(" ")}`,
    finding: { kind: "shared-payout", score: 90, evidence: { others } },
  }));
}

/** Affiliates from before marks were kept are marked by their address, all of them in a few passes. */
export async function markAffiliates(now: Date): Promise<void> {
  for (;;) {
    const some = await affiliatesWithoutMark(db(), atOnce);
    await inTransaction(async (tx) => {
      for (const one of some) await markEmail(tx, one, now);
    });
    if (some.length < atOnce) return;
  }
}
