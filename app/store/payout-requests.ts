import {
  isIdOf,
  type PayoutSectionId,
  type PayoutRequestId,
  type PaypalAccountId,
  type ShopId,
} from "../domain/ids.ts";
import type { RequestNeed, RequestStatus } from "../domain/payouts/request.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import { decrypt, encrypt, hashToken } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { insertRows } from "./many-rows.ts";
import { payoutSections, payoutRequests, payoutPayments } from "./schema/payouts.ts";

export type PayoutRequest = typeof payoutRequests.$inferSelect;

const requestById = (shopId: ShopId, requestId: PayoutRequestId) =>
  and(eq(payoutRequests.shopId, shopId), eq(payoutRequests.requestId, requestId));

/** Inserts frozen requests and files. */
export async function insertRequests(
  tx: Tx,
  rows: readonly (typeof payoutRequests.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, payoutRequests, rows);
}

/** The ordinal of a locked section's next request or file. */
export async function nextOrdinal(tx: Tx, shopId: ShopId, sectionId: PayoutSectionId): Promise<number> {
  const [row] = await tx
    .select({ highest: sql<number>`coalesce(max(${payoutRequests.ordinal}), 0)::int` })
    .from(payoutRequests)
    .where(and(eq(payoutRequests.shopId, shopId), eq(payoutRequests.sectionId, sectionId)));
  return (row?.highest ?? 0) + 1;
}

/** One request or file, or null. */
export async function findRequest(db: Db, shopId: ShopId, requestId: string): Promise<PayoutRequest | null> {
  if (!isIdOf("payoutRequest", requestId)) return null;
  const [row] = await db
    .select()
    .from(payoutRequests)
    .where(requestById(shopId, requestId as PayoutRequestId));
  return row ?? null;
}

/** Locks a request or file until the transaction ends. Lock it before its payments. */
export async function lockRequest(tx: Tx, shopId: ShopId, requestId: string): Promise<PayoutRequest | null> {
  if (!isIdOf("payoutRequest", requestId)) return null;
  const [row] = await tx
    .select()
    .from(payoutRequests)
    .where(requestById(shopId, requestId as PayoutRequestId))
    .for("no key update");
  return row ?? null;
}

export type RequestChange = Partial<
  Pick<
    PayoutRequest,
    | "status"
    | "accountId"
    | "intentAccount"
    | "seenBefore"
    | "providerId"
    | "attempts"
    | "wasInDoubt"
    | "firstTriedAt"
    | "lastTriedAt"
    | "nextAt"
    | "error"
    | "sealedFile"
    | "fileHash"
    | "waitsFor"
  >
>;

/** Columns of an ended request or file. Nothing in it is tried again. */
export const endedRequest = {
  status: "paid",
  intentAccount: "",
  error: "",
  waitsFor: "",
} as const satisfies RequestChange;

/** Updates a request or file. The caller has locked its row. */
export async function changeRequest(
  tx: Tx,
  shopId: ShopId,
  requestId: PayoutRequestId,
  change: RequestChange,
): Promise<void> {
  await tx.update(payoutRequests).set(change).where(requestById(shopId, requestId));
}

type RequestsOfSectionInput = {
  readonly sectionId: PayoutSectionId;
  readonly status?: RequestStatus | undefined;
  /** Continues after this ordinal. */
  readonly after: number;
  readonly offset?: number;
  readonly limit: number;
};

/** The requests and files of a section, in their order. */
export async function requestsOfSection(
  db: Db,
  shopId: ShopId,
  query: RequestsOfSectionInput,
): Promise<PayoutRequest[]> {
  return db
    .select()
    .from(payoutRequests)
    .where(
      and(
        eq(payoutRequests.shopId, shopId),
        eq(payoutRequests.sectionId, query.sectionId),
        gt(payoutRequests.ordinal, query.after),
        query.status ? eq(payoutRequests.status, query.status) : undefined,
      ),
    )
    .orderBy(asc(payoutRequests.ordinal))
    .limit(query.limit)
    .offset(query.offset ?? 0);
}

/** Requests and files of a section: first those that may need a person, then the others in their order. */
export async function requestsInTrouble(
  db: Db,
  shopId: ShopId,
  { sectionId, limit }: { readonly sectionId: PayoutSectionId; readonly limit: number },
): Promise<PayoutRequest[]> {
  const { status, ordinal } = payoutRequests;
  return db
    .select()
    .from(payoutRequests)
    .where(and(eq(payoutRequests.shopId, shopId), eq(payoutRequests.sectionId, sectionId)))
    .orderBy(desc(sql`${status} in ('refused', 'checking', 'needs_attention')`), asc(ordinal))
    .limit(limit);
}

/** The requests and files of a section that have not ended. */
export async function openRequests(
  db: Db,
  shopId: ShopId,
  sectionId: PayoutSectionId,
): Promise<PayoutRequest[]> {
  return db
    .select()
    .from(payoutRequests)
    .where(
      and(
        eq(payoutRequests.shopId, shopId),
        eq(payoutRequests.sectionId, sectionId),
        ne(payoutRequests.status, "paid"),
      ),
    )
    .orderBy(asc(payoutRequests.ordinal));
}

/** Retries requests that waited for this need, now that it is met. */
export async function retryWaiting(db: Db, shopId: ShopId, need: RequestNeed, now: Date): Promise<void> {
  await db
    .update(payoutRequests)
    .set({ nextAt: now })
    .where(
      and(
        eq(payoutRequests.shopId, shopId),
        eq(payoutRequests.status, "refused"),
        eq(payoutRequests.waitsFor, need),
      ),
    );
}

/** Number of a section's requests and files, by status. */
export async function countRequests(
  db: Db,
  shopId: ShopId,
  sectionId: PayoutSectionId,
): Promise<{ readonly status: PayoutRequest["status"]; readonly count: number }[]> {
  return db
    .select({ status: payoutRequests.status, count: sql<number>`count(*)::int` })
    .from(payoutRequests)
    .where(and(eq(payoutRequests.shopId, shopId), eq(payoutRequests.sectionId, sectionId)))
    .groupBy(payoutRequests.status);
}

export type DueRequest = {
  readonly shopId: ShopId;
  readonly requestId: PayoutRequestId;
  readonly method: PayoutMethod;
};

/** Due requests of all shops, oldest first. Claims nothing. */
export async function dueRequests(
  db: Db,
  query: { readonly now: Date; readonly limit: number },
): Promise<DueRequest[]> {
  return (
    db
      .select({
        shopId: payoutRequests.shopId,
        requestId: payoutRequests.requestId,
        method: payoutSections.method,
      })
      .from(payoutRequests)
      .innerJoin(
        payoutSections,
        and(
          eq(payoutSections.shopId, payoutRequests.shopId),
          eq(payoutSections.sectionId, payoutRequests.sectionId),
        ),
      )
      // Bank files are sent by the person who downloads them, not by a worker.
      .where(
        and(
          lte(payoutRequests.nextAt, query.now),
          inArray(payoutSections.method, ["paypal", "store_credit"]),
        ),
      )
      .orderBy(asc(payoutRequests.nextAt))
      .limit(query.limit)
  );
}

/**
 * Has a worker check a request now because its provider reported on it. A request with an attempt running keeps
 * its lease, and one that was never tried is left alone. True if a worker will check it.
 */
export async function checkNow(
  tx: Db,
  shopId: ShopId,
  requestId: PayoutRequestId,
  told: { readonly now: Date; readonly providerId: string },
): Promise<boolean> {
  const now = sql`${told.now.toISOString()}::timestamptz`;
  const { providerId, nextAt, status } = payoutRequests;
  const rows = await tx
    .update(payoutRequests)
    .set({
      providerId: sql`case when ${providerId} = '' then ${told.providerId} else ${providerId} end`,
      nextAt: sql`case when ${status} = 'sending' then ${nextAt} else least(coalesce(${nextAt}, ${now}), ${now}) end`,
    })
    .where(and(requestById(shopId, requestId), ne(status, "ready")))
    .returning({ requestId: payoutRequests.requestId });
  return rows.length > 0;
}

/** The shops whose payments wait until PayPal is connected. */
export async function shopsWaitingForPaypal(db: Db): Promise<ShopId[]> {
  const { shopId, sectionId, status, waitsFor, nextAt } = payoutRequests;
  // The join reads by payout_sections_open instead of every request ever sent.
  const isSending = and(
    eq(payoutSections.shopId, shopId),
    eq(payoutSections.sectionId, sectionId),
    eq(payoutSections.status, "sending"),
  );
  const rows = await db
    .selectDistinct({ shopId })
    .from(payoutRequests)
    .innerJoin(payoutSections, isSending)
    .where(and(eq(waitsFor, "paypal_account"), eq(status, "refused"), isNull(nextAt)))
    .orderBy(asc(shopId));
  return rows.map((row) => row.shopId);
}

/** Retries requests that an account left in doubt, now that it sends again. */
export async function retryDoubtsOf(
  db: Db,
  { shopId, accountId }: { readonly shopId: ShopId; readonly accountId: PaypalAccountId },
  now: Date,
): Promise<void> {
  await db
    .update(payoutRequests)
    .set({ nextAt: now })
    .where(
      and(
        eq(payoutRequests.shopId, shopId),
        eq(payoutRequests.accountId, accountId),
        eq(payoutRequests.status, "checking"),
      ),
    );
}

/** Stops asking PayPal about payments from an account. */
export async function stopAskingAbout(
  tx: Tx,
  { shopId, accountId }: { readonly shopId: ShopId; readonly accountId: PaypalAccountId },
): Promise<void> {
  await tx
    .update(payoutRequests)
    .set({ nextAt: null })
    .where(and(eq(payoutRequests.shopId, shopId), eq(payoutRequests.accountId, accountId)));
}

const contextOf = (shopId: ShopId, requestId: PayoutRequestId) => `payout-request:${shopId}:${requestId}`;

/** Seals a request's content together with its hash. */
export function sealContent(shopId: ShopId, requestId: PayoutRequestId, content: string) {
  return {
    sealedContent: encrypt(content, contextOf(shopId, requestId)),
    contentHash: hashToken(content),
  };
}

type Sealed = Pick<PayoutRequest, "shopId" | "requestId" | "sealedContent" | "contentHash">;

/**
 * Opens the result of `sealContent`.
 * @throws if it is not the frozen content
 */
export function openContent({ shopId, requestId, sealedContent, contentHash }: Sealed): string {
  const content = decrypt(sealedContent, contextOf(shopId, requestId));
  if (hashToken(content) !== contentHash) throw new Error("A request's content is not what was frozen.");
  return content;
}

const fileContextOf = (shopId: ShopId, requestId: PayoutRequestId) => `payout-file:${shopId}:${requestId}`;

/** Seals the file of a bank request as it is downloaded. */
export function sealFile(shopId: ShopId, requestId: PayoutRequestId, file: string) {
  return { sealedFile: encrypt(file, fileContextOf(shopId, requestId)), fileHash: hashToken(file) };
}

type SealedFile = Pick<PayoutRequest, "shopId" | "requestId" | "sealedFile" | "fileHash">;

/**
 * Opens the result of `sealFile`.
 * @throws if it is not the downloaded file
 */
export function openFile({ shopId, requestId, sealedFile, fileHash }: SealedFile): string {
  const file = decrypt(sealedFile, fileContextOf(shopId, requestId));
  if (hashToken(file) !== fileHash) throw new Error("A file is not what was handed over.");
  return file;
}

/** False for a content or file that was changed, or that this process has no key for. */
export function isAsFrozen(request: Sealed & SealedFile): boolean {
  try {
    openContent(request);
    if (request.sealedFile !== "" || request.fileHash !== "") openFile(request);
    return true;
  } catch {
    return false;
  }
}

export type PayoutSection = typeof payoutSections.$inferSelect;
type NewSection = typeof payoutSections.$inferInsert;

/** Inserts a section. Throws on a second one for a schedule's day, method and currency. */
export async function insertSection(tx: Tx, row: NewSection): Promise<void> {
  await tx.insert(payoutSections).values(row);
}

/** One section, or null. */
export async function findSection(db: Db, shopId: ShopId, sectionId: string): Promise<PayoutSection | null> {
  if (!isIdOf("payoutSection", sectionId)) return null;
  const [row] = await db.select().from(payoutSections).where(sectionById(shopId, sectionId));
  return row ?? null;
}

/** Locks a section until the transaction ends. */
export async function lockSection(tx: Tx, shopId: ShopId, sectionId: string): Promise<PayoutSection | null> {
  if (!isIdOf("payoutSection", sectionId)) return null;
  const [row] = await tx
    .select()
    .from(payoutSections)
    .where(sectionById(shopId, sectionId))
    .for("no key update");
  return row ?? null;
}

export type SectionChange = Partial<
  Pick<
    NewSection,
    | "status"
    | "plannedUpTo"
    | "paymentCount"
    | "totalMinor"
    | "expectedCount"
    | "expectedMinor"
    | "confirmedBy"
    | "confirmedAt"
    | "needsApproval"
    | "approvedBy"
    | "approvedAt"
    | "finishedAt"
    | "error"
  >
>;

export async function changeSection(
  tx: Db,
  shopId: ShopId,
  sectionId: PayoutSectionId,
  change: SectionChange,
): Promise<void> {
  await tx.update(payoutSections).set(change).where(sectionById(shopId, sectionId));
}

/** Sections of all shops that a worker has to continue. */
export async function unfinishedPlans(
  db: Db,
): Promise<{ readonly shopId: ShopId; readonly sectionId: PayoutSectionId }[]> {
  const { shopId, sectionId, status } = payoutSections;
  return db
    .select({ shopId, sectionId })
    .from(payoutSections)
    .where(inArray(status, ["planning", "canceling"]));
}

/** The sections of all shops that are being sent. */
export async function sendingSections(
  db: Db,
): Promise<{ readonly shopId: ShopId; readonly sectionId: PayoutSectionId }[]> {
  const { shopId, sectionId, status } = payoutSections;
  return db.select({ shopId, sectionId }).from(payoutSections).where(eq(status, "sending"));
}

/** Number and sum of a section's payments by state. Minor units. */
export type StateSum = { readonly status: string; readonly count: number; readonly totalMinor: bigint };

export async function stateSums(db: Db, shopId: ShopId, sectionId: PayoutSectionId): Promise<StateSum[]> {
  const rows = await db
    .select({
      status: payoutPayments.status,
      count: sql<number>`count(*)::int`,
      sum: sql<string>`sum(${payoutPayments.amountMinor})::text`,
    })
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.sectionId, sectionId)))
    .groupBy(payoutPayments.status);
  return rows.map(({ status, count, sum }) => ({ status, count, totalMinor: BigInt(sum) }));
}

function sectionById(shopId: ShopId, sectionId: string) {
  return and(eq(payoutSections.shopId, shopId), eq(payoutSections.sectionId, sectionId as PayoutSectionId));
}
