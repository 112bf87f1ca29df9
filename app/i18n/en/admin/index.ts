import { accounting } from "./accounting.ts";
import { affiliates } from "./affiliates.ts";
import { api } from "./api.ts";
import { apiDocs } from "./api-docs.ts";
import { applications } from "./applications.ts";
import { assignments } from "./assignments.ts";
import { backtests } from "./backtests.ts";
import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { codes } from "./codes.ts";
import { commissions } from "./commissions.ts";
import { common } from "./common.ts";
import { dashboard } from "./dashboard.ts";
import { emailWords } from "./email-words.ts";
import { explanations } from "./explanations.ts";
import { faults } from "./faults.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { goods } from "./goods.ts";
import { help } from "./help.ts";
import { install } from "./install.ts";
import { invitation } from "./invitation.ts";
import { ledger } from "./ledger.ts";
import { legal } from "./legal.ts";
import { links } from "./links.ts";
import { lists } from "./lists.ts";
import { noNotice } from "./no-notice.ts";
import { orders } from "./orders.ts";
import { pastedRows } from "./pasted-rows.ts";
import { payoutSettings } from "./payout-settings.ts";
import { payouts } from "./payouts.ts";
import { pickers } from "./pickers.ts";
import { programs } from "./programs.ts";
import { reconciliation } from "./reconciliation.ts";
import { reportWords } from "./report-words.ts";
import { settings } from "./settings.ts";
import { shopperPages } from "./shopper-pages.ts";
import { signalWords } from "./signal-words.ts";
import { statementFile } from "./statement-file.ts";
import { tracking } from "./tracking.ts";
import { vitals } from "./vitals.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  accounting,
  affiliates,
  api,
  apiDocs,
  applications,
  assignments,
  backtests,
  badges,
  charts,
  codes,
  commissions,
  common,
  dashboard,
  emailWords,
  explanations,
  faults,
  frame,
  fraud,
  goods,
  help,
  install,
  invitation,
  ledger,
  legal,
  links,
  lists,
  noNotice,
  orders,
  pastedRows,
  payoutSettings,
  payouts,
  pickers,
  programs,
  reconciliation,
  reportWords,
  settings,
  shopperPages,
  signalWords,
  statementFile,
  tracking,
  vitals,
} as const;
