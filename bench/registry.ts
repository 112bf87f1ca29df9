import type { Figure } from "./figure.ts";
import { backtest } from "./figures/backtest.ts";
import { clickIngest, clickIngestP99 } from "./figures/click-ingest.ts";
import { clickRemix } from "./figures/click-remix.ts";
import { enginePure } from "./figures/engine-pure.ts";
import { liveLag, liveMemory } from "./figures/live-lag.ts";
import { importMemory, importPeople, importReferrals } from "./figures/imports.ts";
import { listGrowth, listGrowthPage } from "./figures/list-growth.ts";
import { balanceGrowth, explainGrowth, ordersGrowth } from "./figures/books-growth.ts";
import { orders } from "./figures/orders.ts";
import { reportGrowth } from "./figures/report-growth.ts";
import { payoutMemory, payoutPlan } from "./figures/payouts.ts";
import { rollupCost } from "./figures/rollup-cost.ts";
import { ssrAffiliates, ssrDashboard } from "./figures/ssr.ts";
import { vitals } from "./figures/vitals.ts";
import { webhookIngest } from "./figures/webhook-ingest.ts";
import { webhookRemix } from "./figures/webhook-remix.ts";

/** Every figure of `npm run bench`, in the order of the table. A new one gets a file in `figures/` and a line here. */
export const figures: readonly Figure[] = [
  ssrDashboard,
  ssrAffiliates,
  clickRemix,
  webhookRemix,
  clickIngest,
  clickIngestP99,
  webhookIngest,
  enginePure,
  orders,
  explainGrowth,
  balanceGrowth,
  ordersGrowth,
  backtest,
  payoutPlan,
  payoutMemory,
  importPeople,
  importReferrals,
  importMemory,
  liveLag,
  liveMemory,
  listGrowth,
  listGrowthPage,
  reportGrowth,
  rollupCost,
  vitals,
];
