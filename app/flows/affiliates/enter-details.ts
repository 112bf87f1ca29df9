import type { Actor } from "#app/domain/actor.ts";
import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { ShopWith } from "#app/domain/context.ts";
import {
  detailsByStage,
  methodOf,
  type PayoutAccount,
  type TypedAccount,
} from "#app/domain/payouts/details.ts";
import { type AffiliateRefusal, isRefusal, refuse } from "#app/domain/refusal.ts";
import { findCustomerByEmail } from "#app/gateways/shopify/customers.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { type Affiliate, lockAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  dropDetails,
  insertDetails,
  listAliveDetails,
  openAccount,
  type PayoutDetails,
  unconfirmedDetails,
} from "#app/store/payout-details.ts";
import { offeredMethods } from "./read-details.ts";
import { hasEmailServer, sendLink, reachedEmailLimit } from "./send-link.ts";

/** An affiliate who is signed in and enters payout details. */
export type DetailsOwner = {
  readonly shop: ShopWith<"domain" | "language">;
  readonly affiliate: Affiliate;
  readonly now: Date;
};

const notEmailed = refuse("not-possible", { code: "no_email_server" });
const emailedEnough = refuse("not-possible", { code: "too_many_emails" });

/**
 * Stores new payout details and emails the link that confirms them. They replace details that still wait for
 * confirmation. Nothing changes before the affiliate confirms.
 */
export async function enterDetails(
  typed: TypedAccount,
  by: DetailsOwner,
): Promise<AffiliateRefusal | { masked: string }> {
  const { shop, now } = by;
  const { shopId, affiliateId } = by.affiliate;
  if (!hasEmailServer()) return notEmailed;
  const method = methodOf(typed.kind);
  if (!(await offeredMethods(shopId)).includes(method)) {
    return refuse("not-possible", { code: "method_not_offered", method }, "kind");
  }
  const account = typed.kind === "store-credit" ? await findOwnCustomer(by) : typed;
  if (isRefusal(account)) return account;
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const refusal = await refusalOfDetails(tx, affiliate, { account, now });
    if (refusal) return refusal;
    const row = unconfirmedDetails(affiliate, account, now);
    await replaceUnconfirmed(tx, row);
    await sendLink(queue, tx, {
      shop,
      affiliate,
      purpose: "payout-details",
      account: row,
      now,
    });
    await auditDetails(tx, row, { action: "payout-details-entered", affiliate, now });
    return { masked: row.masked };
  });
}

/** Sends the confirmation email again. Its link ends the older one. */
export async function sendConfirmationAgain(
  by: DetailsOwner,
): Promise<AffiliateRefusal | { masked: string }> {
  const { shop, now } = by;
  const { shopId, affiliateId } = by.affiliate;
  if (!hasEmailServer()) return notEmailed;
  const queue: Queue = await openQueue();
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const { unconfirmed } = detailsByStage(await listAliveDetails(tx, shopId, affiliateId, now), now);
    if (!unconfirmed) return refuse("conflict", { code: "details_not_waiting" });
    if (await reachedEmailLimit(tx, affiliate, now)) return emailedEnough;
    await sendLink(queue, tx, { shop, affiliate, purpose: "payout-details", account: unconfirmed, now });
    return { masked: unconfirmed.masked };
  });
}

/** Adds one line to the affiliate's history, with the account masked. */
export async function auditDetails(
  tx: Tx,
  {
    shopId,
    affiliateId,
    method,
    masked,
  }: Pick<PayoutDetails, "shopId" | "affiliateId" | "method" | "masked">,
  of: { action: string; affiliate: Affiliate; details?: Record<string, unknown>; now: Date },
): Promise<void> {
  const { name, email } = of.affiliate;
  const actor: Actor = { kind: "affiliate", id: affiliateId, name, email };
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: of.action,
    actor,
    details: { method, account: masked, ...of.details },
    now: of.now,
  });
}

async function refusalOfDetails(
  tx: Tx,
  affiliate: Affiliate,
  { account, now }: { account: PayoutAccount; now: Date },
): Promise<AffiliateRefusal | null> {
  const { shopId, affiliateId } = affiliate;
  const { current, next } = detailsByStage(await listAliveDetails(tx, shopId, affiliateId, now), now);
  const last = next ?? current;
  if (last && isSameAccount(openAccount(shopId, last), account)) {
    return refuse("conflict", { code: "details_unchanged" }, "kind");
  }
  return (await reachedEmailLimit(tx, affiliate, now)) ? emailedEnough : null;
}

/** True for the same account with the same text in each field. A corrected account holder counts as a change. */
function isSameAccount(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  return Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);
}

async function replaceUnconfirmed(tx: Tx, row: ReturnType<typeof unconfirmedDetails>): Promise<void> {
  const { shopId, affiliateId, createdAt } = row;
  const alive = await listAliveDetails(tx, shopId, affiliateId, createdAt);
  const { unconfirmed } = detailsByStage(alive, createdAt);
  if (unconfirmed) await dropDetails(tx, unconfirmed, createdAt);
  await insertDetails(tx, [row]);
}

/**
 * The store's customer with the affiliate's sign-in address. The affiliate has proved that the address is theirs, so
 * store credit can't go to an account that somebody else named.
 */
async function findOwnCustomer({ shop, affiliate }: DetailsOwner): Promise<PayoutAccount | AffiliateRefusal> {
  const { email } = affiliate;
  let customerId: string | null;
  try {
    customerId = await findCustomerByEmail(shop.domain, email);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return refuse("unavailable", { code: "customer_check_failed" });
  }
  if (customerId !== null) return { kind: "store-credit", customerId, email };
  return refuse("not-possible", { code: "customer_unknown", email }, "kind");
}
