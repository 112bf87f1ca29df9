import { and, asc, desc, eq, gt, ilike, lt, ne, or, type SQL, sql } from "drizzle-orm";
import {
  type AffiliateId,
  isIdOf,
  type PayoutSectionId,
  type PayoutId,
  type PaymentId,
  type ShopId,
} from "../domain/ids.ts";
import type { PaymentState } from "../domain/payouts/payment.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { type PaymentRow, paymentRow } from "./payout-payments.ts";
import { affiliates } from "./schema/affiliates.ts";
import { payoutSections, payoutPayments } from "./schema/payouts.ts";

export type NamedPayment = PaymentRow & {
  readonly affiliateName: string;
  readonly payoutId: PayoutId;
};

export type PaymentFilter = {
  readonly payoutId?: PayoutId | undefined;
  readonly sectionId?: PayoutSectionId | undefined;
  readonly status?: PaymentState | undefined;
  readonly method?: PayoutMethod | undefined;
  /** Only payments that need attention: in that state, or with a contradiction of the provider. '' for both. */
  readonly attention?: "" | "needs_attention" | "contradiction" | undefined;
  /** Part of the affiliate's name or of the masked account. */
  readonly search?: string | undefined;
};

type Page = {
  readonly filter: PaymentFilter;
  readonly limit: number;
  readonly offset: number;
  /** The last payment shown. Replaces `offset`. */
  readonly after?: string | undefined;
};

/** Payments in the order of their ids. */
export async function listPayments(db: Db, shopId: ShopId, page: Page): Promise<NamedPayment[]> {
  const { filter, limit, offset, after } = page;
  const rows = await selectPayments(db)
    .where(
      and(
        filterOf(shopId, filter),
        after === undefined ? undefined : gt(payoutPayments.paymentId, after as PaymentId),
      ),
    )
    .orderBy(asc(payoutPayments.paymentId))
    .limit(limit)
    .offset(after === undefined ? offset : 0);
  return rows.map(namedPayment);
}

/** The reference of all payments of a section that have one. '' if there is none, or if they differ. */
export async function sharedReference(db: Db, shopId: ShopId, sectionId: PayoutSectionId): Promise<string> {
  const reference = payoutPayments.providerTransactionId;
  const found = await db
    .selectDistinct({ reference })
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.sectionId, sectionId), ne(reference, "")))
    .limit(2);
  return found.length === 1 ? (found[0]?.reference ?? "") : "";
}

export async function countPayments(db: Db, shopId: ShopId, filter: PaymentFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payoutPayments)
    .innerJoin(affiliates, whose)
    .innerJoin(payoutSections, ofSection)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

/** One payment with its affiliate, or null. */
export async function findNamedPayment(
  db: Db,
  shopId: ShopId,
  paymentId: string,
): Promise<NamedPayment | null> {
  if (!isIdOf("payment", paymentId)) return null;
  const [row] = await selectPayments(db).where(
    and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.paymentId, paymentId as PaymentId)),
  );
  return row ? namedPayment(row) : null;
}

const whose = and(
  eq(affiliates.shopId, payoutPayments.shopId),
  eq(affiliates.affiliateId, payoutPayments.affiliateId),
);

const ofSection = and(
  eq(payoutSections.shopId, payoutPayments.shopId),
  eq(payoutSections.sectionId, payoutPayments.sectionId),
);

function selectPayments(db: Db) {
  return db
    .select({ payment: payoutPayments, affiliateName: affiliates.name, payoutId: payoutSections.payoutId })
    .from(payoutPayments)
    .innerJoin(affiliates, whose)
    .innerJoin(payoutSections, ofSection);
}

type SelectedPayment = {
  readonly payment: typeof payoutPayments.$inferSelect;
  readonly affiliateName: string;
  readonly payoutId: PayoutId;
};

function namedPayment({ payment, ...rest }: SelectedPayment): NamedPayment {
  return { ...paymentRow(payment), ...rest };
}

/** The condition of the index `payout_payments_attention`. */
const needsAttention = sql`(${payoutPayments.status} = 'needs_attention' or ${payoutPayments.contradiction} <> '')`;

function filterOf(shopId: ShopId, filter: PaymentFilter): SQL | undefined {
  const { payoutId, sectionId, status, method, attention, search } = filter;
  const pattern = search && holding(search);
  return and(
    eq(payoutPayments.shopId, shopId),
    payoutId ? eq(payoutSections.payoutId, payoutId) : undefined,
    sectionId ? eq(payoutPayments.sectionId, sectionId) : undefined,
    status ? eq(payoutPayments.status, status) : undefined,
    method ? eq(payoutPayments.method, method) : undefined,
    attention === undefined ? undefined : needsAttention,
    attention === "needs_attention" ? eq(payoutPayments.status, "needs_attention") : undefined,
    attention === "contradiction" ? ne(payoutPayments.contradiction, "") : undefined,
    pattern ? or(ilike(affiliates.name, pattern), ilike(payoutPayments.receiver, pattern)) : undefined,
  );
}

export type OwnPayoutCursor = { readonly plannedAt: Date; readonly paymentId: string };

/** One page of an affiliate's payments, newest first. Reads payout_payments_affiliate. */
export async function listOwnPayouts(
  db: Db,
  shopId: ShopId,
  page: { affiliateId: AffiliateId; limit: number; after?: OwnPayoutCursor | undefined },
): Promise<PaymentRow[]> {
  const { after } = page;
  const beyond = after
    ? or(
        lt(payoutPayments.plannedAt, after.plannedAt),
        and(
          eq(payoutPayments.plannedAt, after.plannedAt),
          lt(payoutPayments.paymentId, after.paymentId as PaymentId),
        ),
      )
    : undefined;
  const rows = await db
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.affiliateId, page.affiliateId), beyond))
    .orderBy(desc(payoutPayments.plannedAt), desc(payoutPayments.paymentId))
    .limit(page.limit);
  return rows.map(paymentRow);
}

/** One payment of an affiliate. Null if there is none, and for another affiliate's. */
export async function findOwnPayout(
  db: Db,
  shopId: ShopId,
  of: { affiliateId: AffiliateId; paymentId: string },
): Promise<PaymentRow | null> {
  if (!isIdOf("payment", of.paymentId)) return null;
  const [row] = await db
    .select()
    .from(payoutPayments)
    .where(
      and(
        eq(payoutPayments.shopId, shopId),
        eq(payoutPayments.paymentId, of.paymentId as PaymentId),
        eq(payoutPayments.affiliateId, of.affiliateId),
      ),
    );
  return row ? paymentRow(row) : null;
}
