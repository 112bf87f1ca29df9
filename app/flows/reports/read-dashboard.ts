import { type CommissionState, commissionState } from "#app/domain/commission-state.ts";
import type { ShopWith } from "#app/domain/context.ts";
import {
  conversionRate,
  guidedSales,
  type SetupFacts,
  setupSteps,
  type SetupStep,
} from "#app/domain/dashboard-figures.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { waitsForApproval } from "#app/domain/release.ts";
import type { ShadowDates } from "#app/domain/shadow/shadow-mode.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { type Db, together } from "#app/platform/db.server.ts";
import { listAffiliates } from "#app/store/affiliates.ts";
import { commissionsOfSales } from "#app/store/commission-list.ts";
import { countDataRequests } from "#app/store/data-requests.ts";
import { listOpenPrograms } from "#app/store/joining.ts";
import { findProof } from "#app/store/ledger-book.ts";
import { listPrograms } from "#app/store/programs.ts";
import { readWithin } from "#app/store/read-within.ts";
import { findFirstSale, findTestOrder, listNewestSales, readShopTotals } from "#app/store/reports.ts";
import { findShadow } from "#app/store/shadow.ts";

export type DashboardStats = {
  /** In any status, as in the unfiltered list. */
  readonly totalAffiliates: number;
  readonly activeAffiliates: number;
  readonly activePrograms: number;
  readonly totalRevenue: Money;
  readonly totalCommission: Money;
  /** A ratio; see `conversionRate`. */
  readonly conversionRate: number | null;
  readonly clicks: number;
  /** Daily unique visitors, summed over days. */
  readonly visitors: number;
  readonly orders: number;
};

type NewestSale = {
  readonly orderId: string;
  readonly name: string;
  readonly placedAt: Date;
  readonly affiliateName: string;
  readonly net: Money;
  /** State of its commission. Null if it earns none. */
  readonly state: CommissionState | null;
};

type SaleOfGuide = { readonly orderId: string; readonly name: string; readonly affiliateName: string };

/** The setup guide of a new shop. */
export type Setup = {
  readonly steps: readonly SetupStep[];
  /** A program to activate, while none was. */
  readonly draft: { readonly id: string; readonly name: string } | null;
  /** Active program, whose terms invited affiliates get. */
  readonly program: { readonly id: string; readonly terms: ProgramTerms; readonly isOpen: boolean } | null;
  /** The first affiliate. */
  readonly affiliate: { readonly name: string; readonly referralCode: string } | null;
  readonly firstSale: SaleOfGuide | null;
  /** A test order to show until an order is credited. */
  readonly testOrderId: string | null;
};

export type Dashboard = {
  readonly stats: DashboardStats;
  readonly sales: readonly NewestSale[];
  /** Null for a shop that sells through affiliates already. */
  readonly setup: Setup | null;
  /** Number of differences that the proof of the ledger found, and of data requests that are due soon. */
  readonly problems: { readonly differences: number; readonly dataRequests: number };
  readonly shadow: ShadowDates | null;
};

const within = { what: "dashboard" } as const;

/** The figures of the summary cards (M21), in the shop's currency. */
export async function readDashboardStats(
  shop: ShopWith<"currency">,
  limitMs?: number,
): Promise<DashboardStats | Refusal> {
  const found = await readWithin({ ...within, limitMs }, (db) => readFigures(db, shop));
  return "refused" in found ? found : found.stats;
}

const salesShown = 5;

type DashboardInput = {
  /** The theme's app embed has reported. */
  readonly embedSeen: boolean;
  readonly now: Date;
};

/** Reads the dashboard's figures, newest sales and problems, and a new shop's setup guide. */
export async function readDashboard(
  shop: ShopWith<"currency">,
  input: DashboardInput,
): Promise<Dashboard | Refusal> {
  const { shopId } = shop;
  return await readWithin(within, async (db) => {
    const [figures, proof, dataRequests, shadow] = await together(
      readFiguresAndSales(db, shop, input),
      findProof(db, shopId),
      countDataRequests(db, shopId, { status: "due-soon", now: input.now }),
      findShadow(db, shopId),
    );
    return { ...figures, problems: { differences: proof?.differenceCount ?? 0, dataRequests }, shadow };
  });
}

async function readFiguresAndSales(
  db: Db,
  shop: ShopWith<"currency">,
  { embedSeen, now }: DashboardInput,
): Promise<Pick<Dashboard, "stats" | "sales" | "setup">> {
  const { stats, drafts, startedPrograms } = await readFigures(db, shop);
  const facts = { startedPrograms, embedSeen, affiliates: stats.totalAffiliates, orders: stats.orders };
  return {
    stats,
    sales: stats.orders > 0 ? await readNewestSales(db, shop.shopId, now) : [],
    setup: stats.orders > guidedSales ? null : await readSetup(db, shop.shopId, { ...facts, drafts }),
  };
}

async function readFigures(db: Db, { shopId, currency }: ShopWith<"currency">) {
  const totals = await readShopTotals(db, shopId, currency);
  const { affiliates, programs } = totals;
  const stats: DashboardStats = {
    totalAffiliates: sumCounts(affiliates),
    activeAffiliates: affiliates["active"] ?? 0,
    activePrograms: programs["active"] ?? 0,
    totalRevenue: { minor: totals.revenueMinor, currency },
    totalCommission: { minor: totals.commissionMinor, currency },
    conversionRate: conversionRate(totals.clickOrders, totals.visitors),
    clicks: totals.clicks,
    visitors: totals.visitors,
    orders: totals.orders,
  };
  const drafts = programs["draft"] ?? 0;
  return { stats, drafts, startedPrograms: sumCounts(programs) - drafts };
}

function sumCounts(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

async function readNewestSales(db: Db, shopId: ShopId, now: Date): Promise<NewestSale[]> {
  const rows = await listNewestSales(db, shopId, salesShown);
  const commissions = await commissionsOfSales(
    db,
    shopId,
    rows.map(({ orderId }) => orderId),
  );
  return rows.map(({ orderId, name, placedAt, netMinor, currency, affiliateId, affiliateName }) => {
    // After a reassignment, the order also has the commission of the former affiliate.
    const own = commissions.find(
      ({ commission }) => commission.orderId === orderId && commission.affiliateId === affiliateId,
    );
    const decided = own && {
      decision: own.commission.decision,
      waitsForApproval: waitsForApproval(own, now),
    };
    return {
      orderId,
      name,
      placedAt,
      affiliateName: affiliateName ?? "",
      net: { minor: netMinor, currency },
      state: own && decided ? commissionState({ ...decided, line: own.line }) : null,
    };
  });
}

async function readSetup(
  db: Db,
  shopId: ShopId,
  { drafts, ...facts }: Omit<SetupFacts, "testOrder"> & { readonly drafts: number },
): Promise<Setup> {
  const programOf = async (status: "draft" | "active") => {
    const [program] = await listPrograms(db, shopId, { filter: { status }, limit: 1, offset: 0 });
    return program ?? null;
  };
  const isStarted = facts.startedPrograms > 0;
  const draft = isStarted || drafts === 0 ? null : await programOf("draft");
  const program = isStarted ? await programOf("active") : null;
  const first = { filter: {}, sort: "oldest", limit: 1, offset: 0 } as const;
  const [affiliate] = facts.affiliates > 0 ? await listAffiliates(db, shopId, first) : [];
  const testOrder = facts.orders > 0 ? null : await findTestOrder(db, shopId);
  return {
    steps: setupSteps({ ...facts, testOrder: testOrder?.wouldBeCredited ?? false }),
    draft: draft && { id: draft.programId, name: draft.name },
    program: program && {
      id: program.programId,
      terms: program.terms,
      isOpen: (await listOpenPrograms(db, shopId)).length > 0,
    },
    affiliate: affiliate ? { name: affiliate.name, referralCode: affiliate.referralCode } : null,
    firstSale: facts.orders > 0 ? await findFirstSale(db, shopId) : null,
    testOrderId: testOrder?.orderId ?? null,
  };
}
