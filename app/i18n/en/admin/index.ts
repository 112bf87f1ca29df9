import { affiliates } from "./affiliates.ts";
import { api } from "./api.ts";
import { applications } from "./applications.ts";
import { assignments } from "./assignments.ts";
import { backtests } from "./backtests.ts";
import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { codes } from "./codes.ts";
import { commissions } from "./commissions.ts";
import { dashboard } from "./dashboard.ts";
import { explanations } from "./explanations.ts";
import { faults } from "./faults.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { goods } from "./goods.ts";
import { help } from "./help.ts";
import { invitation } from "./invitation.ts";
import { links } from "./links.ts";
import { lists } from "./lists.ts";
import { orders } from "./orders.ts";
import { pickers } from "./pickers.ts";
import { programs } from "./programs.ts";
import { settings } from "./settings.ts";
import { tracking } from "./tracking.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  affiliates,
  api,
  applications,
  assignments,
  backtests,
  badges,
  charts,
  codes,
  commissions,
  dashboard,
  explanations,
  faults,
  frame,
  fraud,
  goods,
  help,
  invitation,
  links,
  lists,
  orders,
  pickers,
  programs,
  settings,
  tracking,
} as const;
