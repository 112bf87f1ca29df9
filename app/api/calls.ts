import { affiliateCalls } from "./affiliates.ts";
import { applicationCalls } from "./applications.ts";
import { attributionCalls } from "./attribution.ts";
import { backtestCalls } from "./backtests.ts";
import { balanceCalls } from "./balances.ts";
import { codeCalls } from "./codes.ts";
import { commissionCalls } from "./commissions.ts";
import type { ApiCall } from "./define-call.ts";
import { deliveryCalls } from "./deliveries.ts";
import { discountCalls } from "./discounts.ts";
import { emailCalls } from "./emails.ts";
import { eventCalls } from "./events.ts";
import { fraudCalls } from "./fraud.ts";
import { ledgerCalls } from "./ledger.ts";
import { linkCalls } from "./links.ts";
import { orderCalls } from "./orders.ts";
import { paymentCalls } from "./payments.ts";
import { payoutSettingsCalls } from "./payout-settings.ts";
import { payoutCalls } from "./payouts.ts";
import { privacyCalls } from "./privacy.ts";
import { programCalls } from "./programs.ts";
import { reconciliationCalls } from "./reconciliations.ts";
import { reportCalls } from "./reports.ts";
import { sessionCalls } from "./session.ts";
import { shopCalls } from "./shop.ts";
import { trackingCalls } from "./tracking.ts";
import { vitalCalls } from "./vitals.ts";

export const apiPrefix = "/api/v1";

/** Every call of the API, in the order of its description. */
export const apiCalls: readonly ApiCall[] = [
  ...sessionCalls,
  ...shopCalls,
  ...reportCalls,
  ...affiliateCalls,
  ...balanceCalls,
  ...applicationCalls,
  ...emailCalls,
  ...linkCalls,
  ...codeCalls,
  ...discountCalls,
  ...programCalls,
  ...backtestCalls,
  ...orderCalls,
  ...attributionCalls,
  ...fraudCalls,
  ...commissionCalls,
  ...payoutCalls,
  ...paymentCalls,
  ...payoutSettingsCalls,
  ...reconciliationCalls,
  ...ledgerCalls,
  ...deliveryCalls,
  ...eventCalls,
  ...trackingCalls,
  ...privacyCalls,
  ...vitalCalls,
];
