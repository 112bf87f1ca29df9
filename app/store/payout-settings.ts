import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { StoreAccount } from "../domain/payouts/sepa.ts";
import {
  type PayoutLimit,
  type PayoutSettings,
  usualLimit,
  usualSettings,
} from "../domain/payouts/settings.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutPauses, payoutLimits, payoutSettings, storeAccounts } from "./schema/payouts.ts";

export type StoredPayoutSettings = PayoutSettings & {
  /** The latest day whose run is finished. '' without a schedule. */
  readonly ranThrough: string;
};
export type CurrencyLimit = PayoutLimit & { readonly currency: string };
export type StoredPayoutLimit = CurrencyLimit & {
  /** A higher minimum that starts later. */
  readonly nextMinimum: { readonly minor: bigint; readonly from: Date } | null;
};
export type PayoutPause = typeof payoutPauses.$inferSelect;

type Row = typeof payoutSettings.$inferSelect;

function settingsOf({ schedule, sendsByItself, methods, feeBearer, ranThrough }: Row): StoredPayoutSettings {
  return { schedule, sendsByItself, methods, feeBearer, ranThrough };
}

/** A shop's payout settings, or the defaults if it never chose. */
export async function payoutSettingsOf(db: Db, shopId: ShopId): Promise<StoredPayoutSettings> {
  const [row] = await db.select().from(payoutSettings).where(eq(payoutSettings.shopId, shopId));
  return row ? settingsOf(row) : { ...usualSettings, ranThrough: "" };
}

/**
 * A shop's payout settings, locked until the transaction ends. Null if it never chose, and so has no schedule.
 */
export async function lockPayoutSettings(tx: Tx, shopId: ShopId): Promise<StoredPayoutSettings | null> {
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
  settings: StoredPayoutSettings & { readonly updatedAt: Date },
): Promise<void> {
  await tx
    .insert(payoutSettings)
    .values({ shopId, ...settings })
    .onConflictDoUpdate({ target: payoutSettings.shopId, set: settings });
}

/** Records that this day's run is finished. */
export async function noteRun(tx: Tx, shopId: ShopId, day: string): Promise<void> {
  await tx.update(payoutSettings).set({ ranThrough: day }).where(eq(payoutSettings.shopId, shopId));
}

/** The shops with a payout schedule. */
export async function scheduledShops(db: Db): Promise<ShopId[]> {
  const rows = await db
    .select({ shopId: payoutSettings.shopId })
    .from(payoutSettings)
    .where(ne(payoutSettings.schedule, "manual"))
    .orderBy(payoutSettings.shopId);
  return rows.map((row) => row.shopId);
}

/** The limits that a shop chose, by currency. */
export async function payoutLimitsOf(db: Db, shopId: ShopId): Promise<StoredPayoutLimit[]> {
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

/** The limits of one currency. By default there is no minimum and no second confirmation. */
export async function payoutLimitOf(db: Db, shopId: ShopId, currency: string): Promise<PayoutLimit> {
  const limits = await payoutLimitsOf(db, shopId);
  return limits.find((one) => one.currency === currency) ?? usualLimit;
}

export async function savePayoutLimit(
  tx: Tx,
  shopId: ShopId,
  limit: CurrencyLimit & Partial<StoredPayoutLimit>,
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

/** The pause of an affiliate's payouts, or null. */
export async function findPause(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
): Promise<PayoutPause | null> {
  const [row] = await db.select().from(payoutPauses).where(byId(shopId, affiliateId));
  return row ?? null;
}

/** Pauses an affiliate's payouts. False if they are paused already. */
export async function insertPause(
  tx: Tx,
  row: { shopId: ShopId; affiliateId: AffiliateId; note: string; by: Actor; since: Date },
): Promise<boolean> {
  const made = await tx
    .insert(payoutPauses)
    .values(row)
    .onConflictDoNothing()
    .returning({ since: payoutPauses.since });
  return made.length > 0;
}

/** Resumes an affiliate's payouts. False if they were not paused. */
export async function deletePause(tx: Tx, shopId: ShopId, affiliateId: AffiliateId): Promise<boolean> {
  const gone = await tx
    .delete(payoutPauses)
    .where(byId(shopId, affiliateId))
    .returning({ since: payoutPauses.since });
  return gone.length > 0;
}

function byId(shopId: ShopId, affiliateId: AffiliateId) {
  return and(eq(payoutPauses.shopId, shopId), eq(payoutPauses.affiliateId, affiliateId));
}

const contextOf = (shopId: ShopId) => `store-account:${shopId}`;

/** The bank account that a store pays from, or null. */
export async function findStoreAccount(db: Db, shopId: ShopId): Promise<StoreAccount | null> {
  const [row] = await db
    .select({ sealed: storeAccounts.sealed })
    .from(storeAccounts)
    .where(eq(storeAccounts.shopId, shopId));
  return row ? (JSON.parse(decrypt(row.sealed, contextOf(shopId))) as StoreAccount) : null;
}

/** Stores the bank account that a store pays from. Null deletes it. */
export async function saveStoreAccount(
  tx: Tx,
  shopId: ShopId,
  { account, now }: { readonly account: StoreAccount | null; readonly now: Date },
): Promise<void> {
  if (account === null) {
    await tx.delete(storeAccounts).where(eq(storeAccounts.shopId, shopId));
    return;
  }
  const row = { sealed: encrypt(JSON.stringify(account), contextOf(shopId)), updatedAt: now };
  await tx
    .insert(storeAccounts)
    .values({ shopId, ...row })
    .onConflictDoUpdate({ target: storeAccounts.shopId, set: row });
}
