import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import { setupSteps } from "#app/domain/dashboard-figures.ts";
import type { SetupShown } from "#app/ui/admin/dashboard/setup-shown.ts";

export const nothing = {
  totalAffiliates: 0,
  activeAffiliates: 0,
  activePrograms: 0,
  totalRevenue: { amount: "0.00", currencyCode: "USD" },
  totalCommission: { amount: "0.00", currencyCode: "USD" },
  conversionRate: 0,
  clicks: 0,
  visitors: 0,
  orders: 0,
};
export const period = (from: string, to: string) => ({
  from,
  to,
  revenue: { amount: "0.00", currencyCode: "USD" },
  refunds: { amount: "0.00", currencyCode: "USD" },
  commission: { amount: "0.00", currencyCode: "USD" },
  orders: 0,
  clicks: 0,
  visitors: 0,
  conversionRate: 0,
  newAffiliates: 0,
  activePrograms: 0,
});
export const quiet: PerformanceWire = {
  by: "day",
  affiliate: null,
  program: null,
  total: period("2026-11-19", "2026-11-20"),
  before: period("2026-11-17", "2026-11-18"),
  periods: [period("2026-11-19", "2026-11-19"), period("2026-11-20", "2026-11-20")],
  periodsBefore: [period("2026-11-17", "2026-11-17"), period("2026-11-18", "2026-11-18")],
  otherCommissions: [],
  bestAffiliates: [],
  bestPrograms: [],
  bestProducts: [],
  bestPages: [],
  bestCodes: [],
};
export const user = { name: "Ada Merchant", email: "ada@example.com", shop: "demo-store.myshopify.com" };
export const facts = {
  startedPrograms: 0,
  embedSeen: false,
  affiliates: 0,
  orders: 0,
  testOrder: false,
};
const problems = { differences: 0, dataRequests: 0 };
export const tracking: TrackingWire = {
  pixel: { status: "on", error: null, checkedAt: "2026-11-20T15:00:00.000Z", seenAt: null },
  embed: { seenAt: null, switchUrl: "https://demo-store.myshopify.com/admin/themes/current/editor" },
  clicks: { lastAt: null, isQuiet: false },
  proxy: { seenAt: null },
};
export const setup: SetupShown = {
  steps: setupSteps(facts),
  defaults: { windowDays: 30, approvalDays: 30 },
  draft: null,
  program: null,
  joinUrl: null,
  affiliate: null,
  firstSale: null,
  testOrder: null,
  canEmail: true,
};
/** The dashboard of a shop in which nothing has happened yet. */
export const empty = {
  stats: nothing,
  performance: quiet,
  fault: null,
  affiliate: null,
  program: null,
  top: "affiliates" as const,
  phase: "never" as const,
  toDo: {
    payouts: 0,
    files: 0,
    toMark: 0,
    toApprove: 0,
    applications: 0,
    applicants: 0,
    flags: 0,
    claims: 0,
    unclearRows: 0,
    deliveries: 0,
    emails: 0,
    skipped: null,
    payable: [],
  },
  sales: [],
  setup,
  problems,
  tracking,
  user,
  timeZone: "UTC",
  today: "2026-11-20",
};

/** The dashboard of a shop with an affiliate and nothing else. */
export const begun = { ...empty, stats: { ...nothing, totalAffiliates: 1 }, setup: null };
