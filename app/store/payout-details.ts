import {
  type AffiliateId,
  idPrefixes,
  type PayoutDetailsId,
  type PaypalAccountId,
  type ShopId,
} from "../domain/ids.ts";
import {
  type DetailsMethod,
  maskedAccount,
  methodOf,
  type PayoutAccount,
} from "../domain/payouts/details.ts";
import { environmentOf, type PaypalAccount } from "../domain/payouts/paypal-account.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { paypalOrigin, serverPaypal } from "../platform/env.server.ts";
import { newId } from "../platform/ids.server.ts";
import { and, asc, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { insertRows, isOneOf } from "./many-rows.ts";
import { payoutDetails, paypalAccounts } from "./schema/payouts.ts";
import { findShop } from "./shops.ts";

export type PayoutDetails = typeof payoutDetails.$inferSelect;

/** An affiliate's payout details at an instant: enough to plan with, and the sealed account. */
export type EffectiveDetails = {
  readonly detailsId: PayoutDetailsId;
  readonly method: DetailsMethod;
  readonly masked: string;
  readonly sealed: string;
  readonly customerMissingAt: Date | null;
};

const detailsContext = (shopId: ShopId, detailsId: PayoutDetailsId) =>
  `payout-details:${shopId}:${detailsId}`;

/** Seals an account for its row. Moved to another row or shop, it does not open. */
export function sealAccount(shopId: ShopId, detailsId: PayoutDetailsId, account: PayoutAccount): string {
  return encrypt(JSON.stringify(account), detailsContext(shopId, detailsId));
}

/**
 * Opens the result of `sealAccount`.
 * @throws if it was changed, or belongs to another row or shop
 */
export function openAccount(
  shopId: ShopId,
  { detailsId, sealed }: Pick<PayoutDetails, "detailsId" | "sealed">,
): PayoutAccount {
  return JSON.parse(decrypt(sealed, detailsContext(shopId, detailsId))) as PayoutAccount;
}

/**
 * Payout details of these affiliates that are in effect at an instant, with one query on
 * payout_details_affiliate. Affiliates without any are missing.
 */
export async function effectiveDetails(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
  at: Date,
): Promise<Map<AffiliateId, EffectiveDetails>> {
  const rows = await db
    .select()
    .from(payoutDetails)
    .where(
      and(
        eq(payoutDetails.shopId, shopId),
        isOneOf(payoutDetails.affiliateId, affiliateIds),
        lte(payoutDetails.effectiveAt, at),
        or(isNull(payoutDetails.endedAt), gt(payoutDetails.endedAt, at)),
      ),
    )
    .orderBy(asc(payoutDetails.effectiveAt), asc(payoutDetails.detailsId));
  return new Map(
    rows.map(({ affiliateId, detailsId, method, masked, sealed, customerMissingAt }) => [
      affiliateId,
      { detailsId, method, masked, sealed, customerMissingAt },
    ]),
  );
}

/**
 * Payout details of an affiliate that have not ended by then: in effect, confirmed for later, or unconfirmed.
 */
export async function listAliveDetails(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
  at: Date,
): Promise<PayoutDetails[]> {
  return db
    .select()
    .from(payoutDetails)
    .where(
      and(
        eq(payoutDetails.shopId, shopId),
        eq(payoutDetails.affiliateId, affiliateId),
        or(isNull(payoutDetails.endedAt), gt(payoutDetails.endedAt, at)),
      ),
    )
    .orderBy(desc(payoutDetails.createdAt), desc(payoutDetails.detailsId));
}

/** The row to insert for details that are not confirmed yet. */
export function unconfirmedDetails(
  {
    shopId,
    affiliateId,
    email,
  }: { readonly shopId: ShopId; readonly affiliateId: AffiliateId; readonly email: string },
  account: PayoutAccount,
  now: Date,
) {
  const detailsId = newId<PayoutDetailsId>(idPrefixes.payoutDetails, now);
  return {
    shopId,
    detailsId,
    affiliateId,
    method: methodOf(account.kind),
    sealed: sealAccount(shopId, detailsId, account),
    masked: maskedAccount(account),
    contactEmail: email,
    createdAt: now,
  };
}

/**
 * The caller has locked the affiliates, or created them, and ended their unconfirmed details.
 * @throws a unique violation of `payout_details_unconfirmed`
 */
export async function insertDetails(
  tx: Tx,
  rows: readonly (typeof payoutDetails.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, payoutDetails, rows);
}

type DetailsKey = Pick<PayoutDetails, "shopId" | "detailsId">;

const detailsById = ({ shopId, detailsId }: DetailsKey) =>
  and(eq(payoutDetails.shopId, shopId), eq(payoutDetails.detailsId, detailsId));

/**
 * Records the affiliate's confirmation.
 * @throws a unique violation of `payout_details_last` if the earlier details have not ended
 */
export async function confirmDetails(
  tx: Tx,
  named: DetailsKey,
  at: { readonly confirmedAt: Date; readonly effectiveAt: Date },
): Promise<void> {
  await tx.update(payoutDetails).set(at).where(detailsById(named));
}

/**
 * Ends the waiting period of confirmed details.
 * @throws if they would start later, or before their confirmation
 */
export async function startDetailsAt(tx: Tx, named: DetailsKey, effectiveAt: Date): Promise<void> {
  await tx.update(payoutDetails).set({ effectiveAt }).where(detailsById(named));
}

/** Sets when details end. Null if they stay in effect after all. */
export async function endDetails(tx: Tx, named: DetailsKey, endedAt: Date | null): Promise<void> {
  await tx.update(payoutDetails).set({ endedAt }).where(detailsById(named));
}

/** Ends details that never took effect and deletes their account, because no payment went to it. */
export async function dropDetails(tx: Tx, named: DetailsKey, endedAt: Date): Promise<void> {
  await tx.update(payoutDetails).set({ endedAt, sealed: "", contactEmail: "" }).where(detailsById(named));
}

export type PaypalAccountRow = typeof paypalAccounts.$inferSelect;

const accountContext = (shopId: ShopId, accountId: PaypalAccountId) =>
  `paypal-account:${shopId}:${accountId}`;

const accountById = (shopId: ShopId, accountId: PaypalAccountId) =>
  and(eq(paypalAccounts.shopId, shopId), eq(paypalAccounts.accountId, accountId));

const isCurrent = (shopId: ShopId) =>
  and(
    eq(paypalAccounts.shopId, shopId),
    eq(paypalAccounts.source, "store"),
    isNull(paypalAccounts.retiredAt),
  );

/** Credentials of an account. Null if its secret was erased or `PAYPAL_URL` names another account now. */
export function openPaypalAccount(row: PaypalAccountRow): PaypalAccount | null {
  const { shopId, accountId, environment, clientId, webhookId, sealedSecret } = row;
  if (row.source === "server") {
    const own = serverAccount();
    return own?.clientId === clientId && environmentOf(own.origin) === environment ? own : null;
  }
  if (sealedSecret === "") return null;
  const clientSecret = decrypt(sealedSecret, accountContext(shopId, accountId));
  return { origin: paypalOrigin(environment), clientId, clientSecret, webhookId };
}

/** The account of PAYPAL_URL, regardless of `PAYPAL_SHOPS`. Null if unset. */
export function serverAccount(): PaypalAccount | null {
  const own = serverPaypal();
  if (!own) return null;
  const { origin, clientId, clientSecret, webhookId } = own;
  return { origin, clientId, clientSecret, webhookId };
}

/** The server's account, if PAYPAL_SHOPS names the shop. */
async function serverAccountFor(db: Db, shopId: ShopId): Promise<PaypalAccount | null> {
  const own = serverPaypal();
  if (!own || own.shops.length === 0) return null;
  const shop = await findShop(db, shopId);
  return shop && own.shops.includes(shop.domain) ? serverAccount() : null;
}

/** The shop's own account that sends now, or null. */
export async function currentPaypalAccount(db: Db, shopId: ShopId): Promise<PaypalAccountRow | null> {
  const [row] = await db.select().from(paypalAccounts).where(isCurrent(shopId));
  return row ?? null;
}

/**
 * The account that pays for the shop now: its own, or the server's for a shop in PAYPAL_SHOPS. Null if PayPal
 * isn't connected.
 */
export async function paypalFor(db: Db, shopId: ShopId): Promise<PaypalAccount | null> {
  const row = await currentPaypalAccount(db, shopId);
  return row ? openPaypalAccount(row) : await serverAccountFor(db, shopId);
}

/** The account that pays for the shop now, locked so that nobody replaces it before the transaction ends. */
export async function lockPaypalFor(tx: Tx, shopId: ShopId, now: Date): Promise<PaypalAccountId | null> {
  const current = () => tx.select().from(paypalAccounts).where(isCurrent(shopId)).for("share");
  // If the row was retired while the first query waited for its lock, only a second query sees its replacement.
  const row = (await current())[0] ?? (await current())[0];
  if (row) return row.accountId;
  const own = await serverAccountFor(tx, shopId);
  return own ? await recordServerAccount(tx, shopId, own, now) : null;
}

async function recordServerAccount(
  tx: Tx,
  shopId: ShopId,
  { origin, clientId }: PaypalAccount,
  now: Date,
): Promise<PaypalAccountId> {
  const known = { source: "server", environment: environmentOf(origin), clientId } as const;
  const accountId = newId<PaypalAccountId>(idPrefixes.paypalAccount, now);
  await tx
    .insert(paypalAccounts)
    .values({ shopId, accountId, ...known, connectedAt: now })
    .onConflictDoNothing();
  const row = await findAccountByKey(tx, shopId, known);
  if (!row) throw new Error("The server's PayPal account was not recorded.");
  return row.accountId;
}

type PaypalAccountKey = Pick<PaypalAccountRow, "source" | "environment" | "clientId">;

async function findAccountByKey(
  db: Db,
  shopId: ShopId,
  { source, environment, clientId }: PaypalAccountKey,
): Promise<PaypalAccountRow | null> {
  const [row] = await db
    .select()
    .from(paypalAccounts)
    .where(
      and(
        eq(paypalAccounts.shopId, shopId),
        eq(paypalAccounts.source, source),
        eq(paypalAccounts.environment, environment),
        eq(paypalAccounts.clientId, clientId),
      ),
    );
  return row ?? null;
}

/** One account of the shop, or null. */
export async function findPaypalAccount(
  db: Db,
  shopId: ShopId,
  accountId: PaypalAccountId,
): Promise<PaypalAccountRow | null> {
  const [row] = await db.select().from(paypalAccounts).where(accountById(shopId, accountId));
  return row ?? null;
}

/** Credentials to ask about an account's payments. Null if there are none any more. */
export async function accountForAsking(
  db: Db,
  shopId: ShopId,
  accountId: PaypalAccountId | null,
): Promise<PaypalAccount | null> {
  const row = accountId === null ? null : await findPaypalAccount(db, shopId, accountId);
  return row && openPaypalAccount(row);
}

/** Credentials to send from an account. Null if another one pays for the shop now. */
export async function accountForSending(
  db: Db,
  shopId: ShopId,
  accountId: PaypalAccountId | null,
): Promise<PaypalAccount | null> {
  const row = accountId === null ? null : await findPaypalAccount(db, shopId, accountId);
  if (!row) return null;
  const current = await currentPaypalAccount(db, shopId);
  if (current) return current.accountId === accountId ? openPaypalAccount(row) : null;
  const own = row.source === "server" ? await serverAccountFor(db, shopId) : null;
  return own && openPaypalAccount(row);
}

/** Locks the shop's own accounts until the transaction ends. Oldest first. */
export async function lockPaypalAccounts(tx: Tx, shopId: ShopId): Promise<PaypalAccountRow[]> {
  return tx
    .select()
    .from(paypalAccounts)
    .where(and(eq(paypalAccounts.shopId, shopId), eq(paypalAccounts.source, "store")))
    .orderBy(asc(paypalAccounts.accountId))
    .for("no key update");
}

/** All accounts that ever paid for the shop, the oldest first. */
export async function listPaypalAccounts(db: Db, shopId: ShopId): Promise<PaypalAccountRow[]> {
  return db
    .select()
    .from(paypalAccounts)
    .where(eq(paypalAccounts.shopId, shopId))
    .orderBy(asc(paypalAccounts.accountId));
}

type NewAccount = Omit<PaypalAccountRow, "sealedSecret" | "source" | "retiredAt"> & {
  readonly clientSecret: string;
};

/** Inserts the account that sends from now on. The caller has retired the previous one. */
export async function insertPaypalAccount(tx: Tx, { clientSecret, ...row }: NewAccount): Promise<void> {
  const sealedSecret = encrypt(clientSecret, accountContext(row.shopId, row.accountId));
  await tx.insert(paypalAccounts).values({ ...row, source: "store", sealedSecret });
}

/** Replaces an account's secret, so that it sends again. */
export async function renewPaypalAccount(
  tx: Tx,
  { shopId, accountId }: PaypalAccountRow,
  { clientSecret, now }: { readonly clientSecret: string; readonly now: Date },
): Promise<void> {
  const sealedSecret = encrypt(clientSecret, accountContext(shopId, accountId));
  await tx
    .update(paypalAccounts)
    .set({ sealedSecret, retiredAt: null, connectedAt: now })
    .where(accountById(shopId, accountId));
}

/** Retires an account. It sends nothing more and is only asked about its payments. */
export async function retirePaypalAccount(
  tx: Tx,
  { shopId, accountId }: PaypalAccountRow,
  now: Date,
): Promise<void> {
  await tx.update(paypalAccounts).set({ retiredAt: now }).where(accountById(shopId, accountId));
}

/** Stores the ID of our webhook at PayPal. */
export async function setPaypalWebhook(
  db: Db,
  { shopId, accountId }: Pick<PaypalAccountRow, "shopId" | "accountId">,
  webhookId: string,
): Promise<void> {
  await db.update(paypalAccounts).set({ webhookId }).where(accountById(shopId, accountId));
}

/** Erases the secret and the webhook ID of a retired account. */
export async function erasePaypalSecret(
  tx: Tx,
  { shopId, accountId }: Pick<PaypalAccountRow, "shopId" | "accountId">,
): Promise<void> {
  await tx
    .update(paypalAccounts)
    .set({ sealedSecret: "", webhookId: "" })
    .where(accountById(shopId, accountId));
}

/** Retires all accounts of a shop and erases their secrets. */
export async function erasePaypalSecretsOf(tx: Tx, shopId: ShopId, now: Date): Promise<void> {
  await tx
    .update(paypalAccounts)
    .set({
      sealedSecret: "",
      webhookId: "",
      retiredAt: sql`coalesce(${paypalAccounts.retiredAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(paypalAccounts.shopId, shopId), eq(paypalAccounts.source, "store")));
}

/** Retired accounts whose secrets are kept, of all shops. */
export async function retiredPaypalAccounts(
  db: Db,
): Promise<Pick<PaypalAccountRow, "shopId" | "accountId">[]> {
  const { shopId, accountId, retiredAt, sealedSecret } = paypalAccounts;
  return db
    .select({ shopId, accountId })
    .from(paypalAccounts)
    .where(sql`${retiredAt} is not null and ${sealedSecret} <> ''`)
    .orderBy(asc(retiredAt));
}

/** Number of open payments that an account sent or may have sent. */
export async function openPaymentsOf(
  db: Db,
  { shopId, accountId }: Pick<PaypalAccountRow, "shopId" | "accountId">,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from payout_payments i
    join payout_requests c on c.shop_id = i.shop_id and c.request_id = i.request_id
    where i.shop_id = ${shopId} and i.closed_at is null and c.account_id = ${accountId}`);
  return rows[0]?.count ?? 0;
}

/** An account whose report is read. `isCurrent` is true if it pays for the shop now. */
export type ReportedAccount = { readonly account: PaypalAccount; readonly isCurrent: boolean };

/** The account that pays for the shop now and earlier ones that can still be asked, each once. */
export async function accountsToReport(db: Db, shopId: ShopId): Promise<ReportedAccount[]> {
  const current = await paypalFor(db, shopId);
  const opened = (await listPaypalAccounts(db, shopId)).map(openPaypalAccount);
  const others = opened.filter((one) => one !== null && !isSameClient(one, current));
  const all = [current, ...others].filter((one) => one !== null);
  return all
    .filter((one, index) => all.findIndex((other) => isSameClient(one, other)) === index)
    .map((account) => ({ account, isCurrent: account === current }));
}

const isSameClient = (one: PaypalAccount, other: PaypalAccount | null) =>
  one.clientId === other?.clientId && one.origin === other.origin;
