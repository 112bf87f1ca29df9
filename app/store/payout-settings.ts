import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import {
  type PayoutLimit,
  type PayoutSettings,
  usualLimit,
  usualSettings,
} from "../domain/payouts/settings.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutHolds, payoutLimits, payoutSettings } from "./schema/payouts.ts";

export type KeptSettings = PayoutSettings & {
  /** The newest day whose run is done with; '' while there is no schedule. */
  readonly ranThrough: string;
};
export type CurrencyLimit = PayoutLimit & { readonly currency: string };
export type KeptLimit = CurrencyLimit & {
  /** A higher minimum that starts later. */
  readonly nextMinimum: { readonly minor: bigint; readonly from: Date } | null;
};
export type PayoutHold = typeof payoutHolds.$inferSelect;

type Row = typeof payoutSettings.$inferSelect;

function settingsOf({ schedule, sendsByItself, methods, feeBearer, ranThrough }: Row): KeptSettings {
  return { schedule, sendsByItself, methods, feeBearer, ranThrough };
}

/** How a shop pays; the usual where it never chose. */
export async function payoutSettingsOf(db: Db, shopId: ShopId): Promise<KeptSettings> {
  const [row] = await db.select().from(payoutSettings).where(eq(payoutSettings.shopId, shopId));
  return row ? settingsOf(row) : { ...usualSettings, ranThrough: "" };
}

/** The same, held until the transaction ends; null where the shop never chose, and so has no schedule. */
export async function lockPayoutSettings(tx: Tx, shopId: ShopId): Promise<KeptSettings | null> {
  const [row] = await tx
    .select()
    .from(payoutSettings)
    .where(eq(payoutSettings.shopId, shopId))
    .for("no key update");
  return row ? settingsOf(row) : null;
}

export async function savePayoutSettings(
  tx: Tx,
  shopId: ShopId,
  settings: KeptSettings & { readonly updatedAt: Date },
): Promise<void> {
  await tx
    .insert(payoutSettings)
    .values({ shopId, ...settings })
    .onConflictDoUpdate({ target: payoutSettings.shopId, set: settings });
}

/** The run of this day is done with. */
export async function noteRun(tx: Tx, shopId: ShopId, day: string): Promise<void> {
  await tx.update(payoutSettings).set({ ranThrough: day }).where(eq(payoutSettings.shopId, shopId));
}

/** The shops that pay by a schedule, for the job that goes from shop to shop. */
export async function scheduledShops(db: Db): Promise<ShopId[]> {
  const rows = await db
    .select({ shopId: payoutSettings.shopId })
    .from(payoutSettings)
    .where(ne(payoutSettings.schedule, "manual"))
    .orderBy(payoutSettings.shopId);
  return rows.map((row) => row.shopId);
}

/** The limits that a shop chose, by currency. */
export async function payoutLimitsOf(db: Db, shopId: ShopId): Promise<KeptLimit[]> {
  const { currency, minimumMinor, approvalMinor, nextMinimumMinor, nextMinimumFrom } = payoutLimits;
  const hasBegun = sql<boolean>`coalesce(${nextMinimumFrom} <= now(), false)`;
  const rows = await db
    .select({ currency, minimumMinor, approvalMinor, nextMinimumMinor, nextMinimumFrom, hasBegun })
    .from(payoutLimits)
    .where(eq(payoutLimits.shopId, shopId))
    .orderBy(asc(currency));
  return rows.map((row) => {
    const { nextMinimumMinor: next, nextMinimumFrom: from } = row;
    const isAhead = next !== null && from !== null && !row.hasBegun;
    return {
      currency: row.currency,
      minimumMinor: row.hasBegun ? (next ?? row.minimumMinor) : row.minimumMinor,
      approvalMinor: row.approvalMinor,
      nextMinimum: isAhead ? { minor: next, from } : null,
    };
  });
}

/** The limits of one currency; without a row nothing is too small and nothing needs a second person. */
export async function payoutLimitOf(db: Db, shopId: ShopId, currency: string): Promise<PayoutLimit> {
  const limits = await payoutLimitsOf(db, shopId);
  return limits.find((one) => one.currency === currency) ?? usualLimit;
}

export async function savePayoutLimit(
  tx: Tx,
  shopId: ShopId,
  limit: CurrencyLimit & Partial<KeptLimit>,
): Promise<void> {
  const { currency, minimumMinor, approvalMinor, nextMinimum = null } = limit;
  const set = {
    minimumMinor,
    approvalMinor,
    nextMinimumMinor: nextMinimum?.minor ?? null,
    nextMinimumFrom: nextMinimum?.from ?? null,
  };
  await tx
    .insert(payoutLimits)
    .values({ shopId, currency, ...set })
    .onConflictDoUpdate({ target: [payoutLimits.shopId, payoutLimits.currency], set });
}

/** What holds an affiliate's payouts, or null. */
export async function findHold(db: Db, shopId: ShopId, affiliateId: AffiliateId): Promise<PayoutHold | null> {
  const [row] = await db.select().from(payoutHolds).where(byId(shopId, affiliateId));
  return row ?? null;
}

/** Holds an affiliate's payouts; false where they are held already. */
export async function insertHold(
  tx: Tx,
  row: { shopId: ShopId; affiliateId: AffiliateId; note: string; by: Actor; since: Date },
): Promise<boolean> {
  const made = await tx
    .insert(payoutHolds)
    .values(row)
    .onConflictDoNothing()
    .returning({ since: payoutHolds.since });
  return made.length > 0;
}

/** Lifts a hold; false where there was none. */
export async function deleteHold(tx: Tx, shopId: ShopId, affiliateId: AffiliateId): Promise<boolean> {
  const gone = await tx
    .delete(payoutHolds)
    .where(byId(shopId, affiliateId))
    .returning({ since: payoutHolds.since });
  return gone.length > 0;
}

function byId(shopId: ShopId, affiliateId: AffiliateId) {
  return and(eq(payoutHolds.shopId, shopId), eq(payoutHolds.affiliateId, affiliateId));
}
