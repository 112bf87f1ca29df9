import { orderListQuery, type OrderWire } from "../order.ts";
import { columnLabels } from "../report-words.ts";
import { listOf } from "./list-spec.ts";

export const orderList = listOf<OrderWire>()({
  name: "orders",
  query: orderListQuery,
  columns: {
    name: { title: "Order", text: (order) => order.name },
    placedAt: { title: "Date", time: (order) => order.placedAt },
    status: { title: "Status", status: (order) => order.status },
    reason: { title: "Reason", text: (order) => order.reason.text },
    affiliate: { title: "Affiliate", text: (order) => order.affiliate?.name },
    program: { title: "Program", text: (order) => order.program?.name },
    currency: { title: "Currency", text: (order) => order.revenue.currencyCode },
    netSales: { title: "Net sales", money: (order) => order.revenue },
    commission: { title: "Commission", money: (order) => order.commission },
    ownCommission: { title: "Own commission", money: (order) => order.ownCommission },
    partRevenue: { title: columnLabels.revenue, money: ({ part }) => part?.revenue },
    partRefunds: { title: columnLabels.refunds, money: ({ part }) => part?.refunds },
    partNet: { title: columnLabels.net, money: ({ part }) => part?.net },
    partCommission: { title: columnLabels.commission, money: ({ part }) => part?.commission },
  },
  shown: ["name", "placedAt", "status", "affiliate", "reason", "netSales", "commission"],
  exported: [
    "name",
    "placedAt",
    "status",
    "reason",
    "affiliate",
    "program",
    "currency",
    "netSales",
    "commission",
    "ownCommission",
  ],
  sorts: [
    { label: "Newest", value: "newest" },
    { label: "Oldest", value: "oldest" },
    { label: "Highest net sales", value: "highest-total" },
    { label: "Lowest net sales", value: "lowest-total" },
    { label: "Highest commission", value: "highest-commission" },
    { label: "Lowest commission", value: "lowest-commission" },
  ],
});

const parts = ["partRevenue", "partRefunds", "partNet", "partCommission"] as const;

/** Orders of a report's figure, with each order's part of the figures on the report's days. */
export const figureOrderList: typeof orderList = {
  ...orderList,
  shown: ["name", "placedAt", "status", "affiliate", "reason", ...parts],
  exported: ["name", "placedAt", "status", "reason", "affiliate", "program", "currency", ...parts],
};
