import { applicationListQuery, type ApplicationWire } from "../application.ts";
import { programListQuery, type ProgramWire } from "../program.ts";
import { listOf } from "./list-spec.ts";

export const programList = listOf<ProgramWire>()({
  name: "programs",
  query: programListQuery,
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

/** The page adds a column for each question of the application form. */
export const applicationList = listOf<ApplicationWire>()({
  name: "applications",
  query: applicationListQuery,
  columns: {
    name: { title: "applicant", text: (application) => application.name },
    appliedAt: { title: "applied", onCard: "right", day: (application) => application.appliedAt },
    program: { title: "program", onCard: "badge", text: (application) => application.program.name },
    decision: { title: "status", onCard: "below", drawn: true },
  },
  shown: ["name", "appliedAt", "program", "decision"],
  exported: [],
});
