import { isIdOf, type PayoutSectionId, type PayoutId, type ShopId } from "#app/domain/ids.ts";
import { sectionIdentity, type SectionStatus } from "#app/domain/payouts/section.ts";
import type { PaymentState } from "#app/domain/payouts/payment.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { type Db, db, inSnapshot } from "#app/platform/db.server.ts";
import { type AuditEvent, listAudit } from "#app/store/audit.ts";
import { sumSection } from "#app/store/ledger-book.ts";
import { coveredLines } from "#app/store/paid-lines.ts";
import { ledgerEntriesOf } from "#app/store/ledger.ts";
import { findSection, type PayoutSection, stateSums } from "#app/store/payout-requests.ts";
import {
  countPayments,
  findNamedPayment,
  type PaymentFilter,
  listPayments,
} from "#app/store/payout-payment-list.ts";
import { skippedSums } from "#app/store/payout-skipped.ts";
import {
  countPayouts,
  findPayout,
  findSectionFacts,
  listPayouts,
  type Payout,
  type PayoutFilter,
  type PayoutPosition,
  sectionsOf,
} from "#app/store/payouts.ts";
import {
  cutPage,
  type ListPart,
  readWholeWithin,
  readWithin,
  type Take,
  thisList,
} from "#app/store/read-within.ts";
import { countStaff } from "#app/store/staff.ts";
import { reconciledOfSection } from "#app/store/statement-matching.ts";
import {
  type SectionBooks,
  paymentDetailOf,
  type PaymentView,
  paymentViewOf,
  type PayoutView,
  payoutViewOf,
  sectionDetailOf,
  type SectionView,
  sectionViewOf,
  skippedSumOf,
  type SkippedView,
} from "./payout-views.ts";
import { skippedPart } from "./read-skipped.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";

const exportedAtOnce = 1000;

type PageQuery = { readonly page: number; readonly limit: number };

/** One page of payouts with their sections, newest first, and their total number. */
export async function readPayouts(
  shopId: ShopId,
  filter: PayoutFilter,
  { page, limit, below }: PageQuery & { readonly below?: PayoutPosition | undefined },
): Promise<{ payouts: PayoutView[]; total: number; last: PayoutPosition | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit };
    const rows = await listPayouts(tx, shopId, asked, below);
    const { shown, last: end } = cutPage(rows, limit);
    const last = end ? { at: end.createdAt, id: end.payoutId } : null;
    const found = await withSections(tx, shopId, shown);
    const payouts = found.map(({ payout, sections }) => payoutViewOf(payout, sections));
    return { payouts, total: await countPayouts(tx, shopId, filter), last };
  });
}

async function withSections(tx: Db, shopId: ShopId, payouts: readonly Payout[]) {
  const ids = payouts.map((one) => one.payoutId);
  const sections = await sectionsOf(tx, shopId, ids);
  return payouts.map((payout) => ({
    payout,
    sections: sections.filter(({ section }) => section.payoutId === payout.payoutId),
  }));
}

/** Sections of every match, newest payout first, in one snapshot. */
export async function readAllSections(
  shopId: ShopId,
  filter: PayoutFilter,
  take: Take<SectionView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, below: PayoutPosition | undefined) => {
    const payouts = await listPayouts(tx, shopId, { filter, limit: exportedAtOnce, offset: 0 }, below);
    const end = payouts.length === exportedAtOnce ? payouts.at(-1) : undefined;
    const found = await withSections(tx, shopId, payouts);
    const rows = found.flatMap(({ sections }) => sections.map(sectionViewOf));
    return { rows, next: end ? { at: end.createdAt, id: end.payoutId } : null };
  };
  return await readWholeWithin(thisList, read, take);
}

type PayoutDetail = {
  readonly payout: PayoutView & {
    /** Number of affiliates that were skipped when it was planned, by reason. */
    readonly skipped: readonly ReturnType<typeof skippedSumOf>[];
  };
  /** Number of people of the store who have opened the app. A single one can't confirm twice. */
  readonly staffCount: number;
  readonly history: readonly AuditEvent[];
};

/** One payout with its sections, skipped affiliates and history, or null. */
export async function readPayoutDetail(shopId: ShopId, id: string): Promise<PayoutDetail | null> {
  const payout = await findPayout(db(), shopId, id);
  if (!payout) return null;
  const sections = await sectionsOf(db(), shopId, [payout.payoutId]);
  const [sums, staffCount, ...histories] = await Promise.all([
    skippedSums(db(), shopId, payout.payoutId),
    countStaff(db(), shopId),
    ...sections.map(({ section }) =>
      listAudit(db(), shopId, { kind: "payout_section", id: section.sectionId }),
    ),
  ]);
  const history = histories.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const skipped = sums.map(skippedSumOf);
  return { payout: { ...payoutViewOf(payout, sections), skipped }, staffCount, history };
}

/** One payout without its sections, or a refusal. */
export async function readPayout(shopId: ShopId, id: string): Promise<Payout | Refusal> {
  return (await findPayout(db(), shopId, id)) ?? noSuchPayout;
}

const noSuchPayout = refuse("not-found", { code: "not_found", what: "payout" });

type SectionDetail = {
  readonly section: ReturnType<typeof sectionDetailOf>;
  readonly staffCount: number;
  readonly history: readonly AuditEvent[];
};

/** One section without its payments, or a refusal. */
export async function readSection(shopId: ShopId, id: string): Promise<PayoutSection | Refusal> {
  return (
    (await findSection(db(), shopId, id)) ??
    refuse("not-found", { code: "not_found", what: "payout_section" })
  );
}

/** One section with the states of its payments and its history, or null. */
export async function readSectionFacts(shopId: ShopId, id: string): Promise<SectionDetail | null> {
  const section = await findSectionFacts(db(), shopId, id);
  if (!section) return null;
  const { sectionId } = section.section;
  const [states, staffCount, history] = await Promise.all([
    stateSums(db(), shopId, sectionId),
    countStaff(db(), shopId),
    listAudit(db(), shopId, { kind: "payout_section", id: sectionId }),
  ]);
  return { section: sectionDetailOf(section, states), staffCount, history };
}

/** One page of payments and their total number. `after` continues after a payment and replaces the page. */
export async function readPayments(
  shopId: ShopId,
  filter: PaymentFilter,
  { page, limit, after }: PageQuery & { readonly after?: string | undefined },
): Promise<{ payments: PaymentView[]; total: number; last: string | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
    const rows = await listPayments(tx, shopId, asked);
    const { shown, last } = cutPage(rows, limit);
    const total = await countPayments(tx, shopId, filter);
    return { payments: shown.map(paymentViewOf), total, last: last?.paymentId ?? null };
  });
}

type PaymentsPartQuery = { readonly filter: PaymentFilter; readonly after: string | undefined };

/** Payments after a payment. */
async function paymentsPart(
  tx: Db,
  shopId: ShopId,
  { filter, after = "" }: PaymentsPartQuery,
): Promise<ListPart<PaymentView, string>> {
  const rows = await listPayments(tx, shopId, { filter, limit: exportedAtOnce, offset: 0, after });
  const next = rows.length === exportedAtOnce ? (rows.at(-1)?.paymentId ?? null) : null;
  return { rows: rows.map(paymentViewOf), next };
}

type PaymentDetail = {
  readonly payment: ReturnType<typeof paymentDetailOf>;
  readonly sectionStatus: SectionStatus;
  readonly history: readonly AuditEvent[];
};

const coveredShown = 250;

/** One payment with its ledger entries and decisions, or null. */
export async function readPayment(shopId: ShopId, id: string): Promise<PaymentDetail | null> {
  const found = await findNamedPayment(db(), shopId, id);
  if (!found) return null;
  const [section, entries, history, covers] = await Promise.all([
    findSection(db(), shopId, found.sectionId),
    ledgerEntriesOf(db(), shopId, [found.paymentId]),
    listAudit(db(), shopId, { kind: "payment", id: found.paymentId }),
    coveredLines(db(), shopId, found.paymentId, coveredShown),
  ]);
  const payment = paymentDetailOf(found, entries, covers);
  return section && { payment, sectionStatus: section.status, history };
}

type WholeSectionQuery = {
  readonly payoutId: PayoutId;
  /** Only the payments of this section, without skipped affiliates. */
  readonly sectionId?: PayoutSectionId | undefined;
  readonly status?: PaymentState | undefined;
  readonly search?: string | undefined;
};

/** One affiliate's payment in a payout, or one skipped affiliate. */
export type SectionLine =
  | { readonly payment: PaymentView; readonly skipped: null }
  | { readonly payment: null; readonly skipped: SkippedView };

type SectionListPosition = { readonly of: "items" | "skipped"; readonly after: string | undefined };

/** The payments of a payout, then its skipped affiliates, in one snapshot. */
export async function readWholeSection(
  shopId: ShopId,
  { payoutId, sectionId, status, search }: WholeSectionQuery,
  take: Take<SectionLine>,
): Promise<null | Refusal> {
  const read = async (
    tx: Db,
    place: SectionListPosition | undefined,
  ): Promise<ListPart<SectionLine, SectionListPosition>> => {
    if (place?.of === "skipped") {
      const { rows, next } = await skippedPart(tx, shopId, {
        filter: { payoutId, search },
        after: place.after,
      });
      const lines = rows.map((skipped) => ({ payment: null, skipped }));
      return { rows: lines, next: next === null ? null : { of: "skipped", after: next } };
    }
    const filter = { payoutId, sectionId, status, search };
    const { rows, next } = await paymentsPart(tx, shopId, { filter, after: place?.after });
    const lines = rows.map((payment) => ({ payment, skipped: null }));
    if (next !== null) return { rows: lines, next: { of: "items", after: next } };
    // A filter by state or section asks for payments only.
    const isWhole = status === undefined && sectionId === undefined;
    return { rows: lines, next: isWhole ? { of: "skipped", after: undefined } : null };
  };
  return await readWholeWithin(thisList, read, take);
}

/** The identity (M15) of a section and how far bank statements agree with it, in one snapshot. */
export async function readSectionBooks(shopId: ShopId, sectionId: string): Promise<SectionBooks | Refusal> {
  const none = refuse("not-found", { code: "not_found", what: "payout" });
  if (!isIdOf("payoutSection", sectionId)) return none;
  return inSnapshot(async (tx) => {
    const section = await findSection(tx, shopId, sectionId);
    if (!section) return none;
    const { sums, openMinor } = await sumSection(tx, shopId, sectionId as PayoutSectionId);
    const reconciled = await reconciledOfSection(tx, shopId, sectionId as PayoutSectionId);
    return { sectionId, currency: section.currency, identity: sectionIdentity(sums, openMinor), reconciled };
  });
}

export type PayoutName =
  | { readonly kind: "payout"; readonly at: string }
  | { readonly kind: "section"; readonly at: string; readonly method: PayoutMethod }
  | { readonly kind: "payment"; readonly affiliateName: string };

/** The name of a payout, section or payment. Null if the shop has none with that id. */
export async function namePayout(shopId: ShopId, id: string): Promise<PayoutName | null> {
  if (isIdOf("payout", id)) {
    const payout = await findPayout(db(), shopId, id);
    return payout && { kind: "payout", at: payout.createdAt.toISOString() };
  }
  if (isIdOf("payoutSection", id)) {
    const section = await findSection(db(), shopId, id);
    return section && { kind: "section", at: section.createdAt.toISOString(), method: section.method };
  }
  const payment = await findNamedPayment(db(), shopId, id);
  return payment && { kind: "payment", affiliateName: payment.affiliateName };
}
