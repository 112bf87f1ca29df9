import type { z } from "zod";
import type { orderListQuery, OrderWire } from "../order.ts";
import { listOf } from "./list-spec.ts";

export const orderList = listOf<OrderWire, z.output<typeof orderListQuery>>()({
  name: "orders",
  parameters: {
    search: true,
    status: true,
    sort: true,
    affiliate: true,
    tag: true,
    program: true,
    product: true,
    code: true,
    link: true,
    subId: true,
    landing: true,
    country: true,
    customer: true,
    channel: true,
    currency: true,
    figure: true,
    share: true,
    signal: true,
    lostWithout: true,
    elsewhereWithout: true,
    from: true,
    to: true,
  },
  columns: {
    name: { title: "order", width: "narrow", text: (order) => order.name },
    placedAt: { title: "date", onCard: "side", time: (order) => order.placedAt },
    status: { title: "status", badge: "order", onCard: "badge", status: (order) => order.status },
    reason: {
      title: "why",
      fileTitle: "reason",
      onCard: "below",
      width: "wide",
      text: (order) => order.reason.text,
    },
    affiliate: { title: "affiliate", text: (order) => order.affiliate?.name },
    program: { title: "program", text: (order) => order.program?.name },
    currency: { title: "currency", text: (order) => order.revenue.currencyCode },
    netSales: { title: "netSales", isOptional: true, money: (order) => order.revenue },
    commission: { title: "commission", onCard: "right", money: (order) => order.commission },
    ownCommission: { title: "orderCommission", money: (order) => order.ownCommission },
    partRevenue: { title: "revenue", money: ({ part }) => part?.revenue },
    partRefunds: { title: "refunds", money: ({ part }) => part?.refunds },
    partNet: { title: "netSales", money: ({ part }) => part?.net },
    partCommission: { title: "commission", onCard: "right", money: ({ part }) => part?.commission },
  },
  shown: ["name", "placedAt", "affiliate", "reason", "netSales", "commission", "status"],
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
  sorts: ["newest", "oldest", "highest-total", "lowest-total", "highest-commission", "lowest-commission"],
});

const parts = ["partRevenue", "partRefunds", "partNet", "partCommission"] as const;

/** Orders of a report's figure, with each order's part of the figures on the report's days. */
export const figureOrderList: typeof orderList = {
  ...orderList,
  shown: ["name", "placedAt", "affiliate", ...parts, "status"],
  exported: ["name", "placedAt", "status", "reason", "affiliate", "program", "currency", ...parts],
};
