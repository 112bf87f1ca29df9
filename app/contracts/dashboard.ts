import { z } from "zod";
import { moneyWire } from "./wire.ts";

/** Answer of GET /api/v1/dashboard/stats. */
export const dashboardStatsWire = z
  .object({
    totalAffiliates: z.int().meta({ description: "Every affiliate of the shop, whatever the status" }),
    activeAffiliates: z.int(),
    activePrograms: z.int(),
    totalRevenue: moneyWire.meta({
      description: "Net sales credited to affiliates, refunds off, in the shop's currency",
    }),
    totalCommission: moneyWire.meta({ description: "What these sales earned the affiliates" }),
    conversionRate: z.number().meta({
      description: "Credited orders that have a click ÷ daily unique visitors, as a ratio: 0.125 is 12.5 %",
    }),
    clicks: z.int(),
    visitors: z.int().meta({ description: "Daily unique visitors, summed over days" }),
    orders: z.int().meta({ description: "Credited orders" }),
  })
  .meta({ id: "DashboardStats" });

export type DashboardStatsWire = z.output<typeof dashboardStatsWire>;

/** Answer of GET /api/v1/pulse. */
export const pulseWire = z
  .object({
    version: z.string().meta({ description: "Another one whenever something of the shop has changed" }),
  })
  .meta({ id: "Pulse" });
