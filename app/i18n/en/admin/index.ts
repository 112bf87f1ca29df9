import { api } from "./api.ts";
import { backtests } from "./backtests.ts";
import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { commissions } from "./commissions.ts";
import { dashboard } from "./dashboard.ts";
import { explanations } from "./explanations.ts";
import { faults } from "./faults.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { goods } from "./goods.ts";
import { help } from "./help.ts";
import { lists } from "./lists.ts";
import { orders } from "./orders.ts";
import { programs } from "./programs.ts";
import { settings } from "./settings.ts";
import { tracking } from "./tracking.ts";
import { vitals } from "./vitals.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  api,
  backtests,
  badges,
  charts,
  commissions,
  dashboard,
  explanations,
  faults,
  frame,
  fraud,
  goods,
  help,
  lists,
  orders,
  programs,
  settings,
  tracking,
  vitals,
} as const;
