import { accounting } from "./accounting.ts";
import { affiliates } from "./affiliates.ts";
import { api } from "./api.ts";
import { apiDocs } from "./api-docs.ts";
import { applications } from "./applications.ts";
import { assignments } from "./assignments.ts";
import { attribution } from "./attribution.ts";
import { attributionRules } from "./attribution-rules.ts";
import { audit } from "./audit.ts";
import { backtests } from "./backtests.ts";
import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { codes } from "./codes.ts";
import { commissions } from "./commissions.ts";
import { common } from "./common.ts";
import { dashboard } from "./dashboard.ts";
import { deliveries } from "./deliveries.ts";
import { emailWords } from "./email-words.ts";
import { explanations } from "./explanations.ts";
import { failures } from "./failures.ts";
import { faults } from "./faults.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { fraudRules } from "./fraud-rules.ts";
import { goods } from "./goods.ts";
import { health } from "./health.ts";
import { healthChecks } from "./health-checks.ts";
import { help } from "./help.ts";
import { imports } from "./imports.ts";
import { install } from "./install.ts";
import { invitation } from "./invitation.ts";
import { ledger } from "./ledger.ts";
import { legal } from "./legal.ts";
import { links } from "./links.ts";
import { lists } from "./lists.ts";
import { noNotice } from "./no-notice.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { otherCommissions } from "./other-commissions.ts";
import { pastedRows } from "./pasted-rows.ts";
import { payoutMethods } from "./payout-methods.ts";
import { payoutSettings } from "./payout-settings.ts";
import { payouts } from "./payouts.ts";
import { pickers } from "./pickers.ts";
import { programs } from "./programs.ts";
import { providers } from "./providers.ts";
import { reconciliation } from "./reconciliation.ts";
import { reportFilters } from "./report-filters.ts";
import { reportWords } from "./report-words.ts";
import { reports } from "./reports.ts";
import { settings } from "./settings.ts";
import { shadow } from "./shadow.ts";
import { shadowBanner } from "./shadow-banner.ts";
import { shopHistory } from "./shop-history.ts";
import { shopperPages } from "./shopper-pages.ts";
import { signalWords } from "./signal-words.ts";
import { signals } from "./signals.ts";
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
  attribution,
  attributionRules,
  audit,
  backtests,
  badges,
  charts,
  codes,
  commissions,
  common,
  dashboard,
  deliveries,
  emailWords,
  explanations,
  failures,
  faults,
  frame,
  fraud,
  fraudRules,
  goods,
  health,
  healthChecks,
  help,
  imports,
  install,
  invitation,
  ledger,
  legal,
  links,
  lists,
  noNotice,
  notifications,
  orders,
  otherCommissions,
  pastedRows,
  payoutMethods,
  payoutSettings,
  payouts,
  pickers,
  programs,
  providers,
  reconciliation,
  reportFilters,
  reportWords,
  reports,
  settings,
  shadow,
  shadowBanner,
  shopHistory,
  shopperPages,
  signalWords,
  signals,
  statementFile,
  tracking,
  vitals,
} as const;
