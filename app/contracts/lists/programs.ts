import { applicationListQuery, type ApplicationWire } from "../application.ts";
import { backtestListQuery, type NamedBacktestWire } from "../backtest.ts";
import { programListQuery, type ProgramWire } from "../program.ts";
import { listOf } from "./list-spec.ts";

export const programList = listOf<ProgramWire>()({
  name: "programs",
  query: programListQuery,
  columns: {
    name: { title: "Program", text: (program) => program.name },
    status: { title: "Status", status: (program) => program.status },
    terms: { title: "Commission", drawn: true },
    affiliates: { title: "Affiliates", count: (program) => program.affiliates },
    orders: { title: "Orders", count: (program) => program.figures.orders },
    revenue: { title: "Revenue", money: (program) => program.figures.revenue },
    commission: { title: "Commissions", money: (program) => program.figures.commission },
    createdAt: { title: "Created", day: (program) => program.createdAt },
  },
  shown: ["name", "status", "terms", "affiliates", "orders", "revenue", "commission", "createdAt"],
  exported: [],
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
    { value: "name", label: "Name" },
  ],
});

/** All backtests of the shop. */
export const backtestList = listOf<NamedBacktestWire>()({
  name: "backtests",
  query: backtestListQuery,
  columns: {
    createdAt: { title: "Backtest", time: (backtest) => backtest.createdAt },
    status: { title: "Status", isAside: true, status: (backtest) => backtest.status },
    subject: { title: "Program", drawn: true },
    days: { title: "Order dates", drawn: true },
    orders: { title: "Orders", count: (backtest) => backtest.ordersTotal },
  },
  shown: ["createdAt", "subject", "days", "orders", "status"],
  exported: [],
});

/** The page adds a column for each question of the application form. */
export const applicationList = listOf<ApplicationWire>()({
  name: "applications",
  query: applicationListQuery,
  columns: {
    name: { title: "Applicant", text: (application) => application.name },
    appliedAt: { title: "Applied", isAside: true, day: (application) => application.appliedAt },
    program: { title: "Program", text: (application) => application.program.name },
    decision: { title: "Status", drawn: true },
  },
  shown: ["name", "appliedAt", "program", "decision"],
  exported: [],
});
