import type { JoiningWire } from "#app/contracts/joining.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { ProgramPageData } from "#app/ui/admin/programs/program-page.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

export const program: ProgramWire = {
  id: "prg_1",
  name: "Creators",
  description: "",
  status: "active",
  nextStatuses: ["paused", "archived"],
  version: 2,
  revision: 3,
  terms: {
    rules: [],
    commission: { type: "percentage", percent: "12.5" },
    base: {
      shipping: false,
      tax: false,
      tips: false,
      giftCards: false,
      duties: false,
      beforeDiscounts: false,
    },
    caps: { perOrder: null, perAffiliate: null },
    bonuses: [],
    windowDays: 30,
    approvalDays: 14,
    approvalFrom: "order",
    approval: "automatic",
  },
  waiting: null,
  noticeDays: 14,
  nextNotice: null,
  earnsUntil: null,
  affiliates: 4,
  figures: { orders: 7, clickOrders: 5, revenue: usd("700.00"), commission: usd("87.50") },
  createdAt: "2026-03-01T00:00:00.000Z",
  updatedAt: "2026-03-02T00:00:00.000Z",
};

export const joining: JoiningWire = {
  mode: "invitation",
  slug: "",
  joinUrl: null,
  fields: [],
  rules: [],
  indexable: false,
  reapplyDays: 90,
  revision: 0,
};

export const pageData: ProgramPageData = {
  program,
  draft: null,
  joining,
  canEmail: true,
  versions: [
    {
      version: 2,
      affiliate: null,
      terms: program.terms,
      since: "2026-03-02T00:00:00.000Z",
      state: "started",
      by: "Ada Owner",
    },
    {
      version: 1,
      affiliate: null,
      terms: { ...program.terms, approvalDays: 1 },
      since: "2026-03-01T00:00:00.000Z",
      state: "started",
      by: "Ada Owner",
    },
  ],
  history: [{ id: "1", text: "Created, active", actor: "Ada Owner", at: "2026-03-01T00:00:00.000Z" }],
  currency: "USD",
  timeZone: "UTC",
};
