import { api } from "./api.ts";
import { apiDocs } from "./api-docs.ts";
import { backtests } from "./backtests.ts";
import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { commissions } from "./commissions.ts";
import { dashboard } from "./dashboard.ts";
import { emailWords } from "./email-words.ts";
import { explanations } from "./explanations.ts";
import { faults } from "./faults.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { goods } from "./goods.ts";
import { help } from "./help.ts";
import { legal } from "./legal.ts";
import { lists } from "./lists.ts";
import { orders } from "./orders.ts";
import { programs } from "./programs.ts";
import { settings } from "./settings.ts";
import { tracking } from "./tracking.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  api,
  apiDocs,
  backtests,
  badges,
  charts,
  commissions,
  dashboard,
  emailWords,
  explanations,
  faults,
  frame,
  fraud,
  goods,
  help,
  legal,
  lists,
  orders,
  programs,
  settings,
  tracking,
} as const;
