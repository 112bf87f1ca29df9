import type { z } from "zod";
import type { applicationListQuery, ApplicationWire } from "../application.ts";
import type { backtestListQuery, NamedBacktestWire } from "../backtest.ts";
import type { programListQuery, ProgramWire } from "../program.ts";
import { listOf } from "./list-spec.ts";

export const programList = listOf<ProgramWire, z.output<typeof programListQuery>>()({
  name: "programs",
  parameters: { search: true, status: true, sort: true },
  columns: {
    name: { title: "program", text: (program) => program.name },
    status: { title: "status", badge: "program", onCard: "badge", status: (program) => program.status },
    terms: { title: "commission", width: "wide", onCard: "below", drawn: true },
    affiliates: { title: "affiliates", count: (program) => program.affiliates },
    orders: { title: "orders", count: (program) => program.figures.orders },
    commission: {
      title: "commissionEarned",
      onCard: "right",
      money: (program) => program.figures.commission,
    },
  },
  shown: ["name", "status", "terms", "affiliates", "orders", "commission"],
  exported: [],
  sorts: ["newest", "oldest", "name"],
});

/** All backtests of the shop. */
export const backtestList = listOf<NamedBacktestWire, z.output<typeof backtestListQuery>>()({
  name: "backtests",
  parameters: {},
  columns: {
    createdAt: { title: "backtest", time: (backtest) => backtest.createdAt },
    status: { title: "status", badge: "backtest", onCard: "badge", status: (backtest) => backtest.status },
    subject: { title: "program", onCard: "below", drawn: true },
    days: { title: "orderDates", onCard: "side", drawn: true },
    orders: { title: "orders", onCard: "right", count: (backtest) => backtest.ordersTotal },
  },
  shown: ["createdAt", "subject", "days", "orders", "status"],
  exported: [],
});

/** The page adds a column for each question of the application form. */
export const applicationList = listOf<ApplicationWire, z.output<typeof applicationListQuery>>()({
  name: "applications",
  parameters: { search: true, status: true, program: true },
  columns: {
    name: { title: "applicant", text: (application) => application.name },
    appliedAt: { title: "applied", onCard: "right", day: (application) => application.appliedAt },
    program: { title: "program", onCard: "badge", text: (application) => application.program.name },
    decision: { title: "status", onCard: "below", drawn: true },
  },
  shown: ["name", "appliedAt", "program", "decision"],
  exported: [],
});
