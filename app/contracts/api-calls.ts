import { affiliateCalls } from "./calls/affiliate-calls.ts";
import type { ApiCall } from "./calls/api-call.ts";
import { applicationCalls } from "./calls/application-calls.ts";
import { attributionCalls } from "./calls/attribution-calls.ts";
import { backtestCalls } from "./calls/backtest-calls.ts";
import { commissionCalls } from "./calls/commission-calls.ts";
import { emailCalls } from "./calls/email-calls.ts";
import { eventCalls } from "./calls/event-calls.ts";
import { flagCalls } from "./calls/flag-calls.ts";
import { discountCalls } from "./calls/discount-calls.ts";
import { deliveryCalls } from "./calls/delivery-calls.ts";
import { ledgerCalls } from "./calls/ledger-calls.ts";
import { linkCalls } from "./calls/link-calls.ts";
import { orderCalls } from "./calls/order-calls.ts";
import { payoutBookCalls } from "./calls/payout-book-calls.ts";
import { payoutCalls } from "./calls/payout-calls.ts";
import { payoutStepCalls } from "./calls/payout-step-calls.ts";
import { privacyCalls } from "./calls/privacy-calls.ts";
import { programCalls } from "./calls/program-calls.ts";
import { shopCalls } from "./calls/shop-calls.ts";
import { trackingCalls } from "./calls/tracking-calls.ts";

/** Every call of the API; a test compares this list with the routes. */
export const apiCalls: readonly ApiCall[] = [
  ...shopCalls,
  ...affiliateCalls,
  ...applicationCalls,
  ...emailCalls,
  ...linkCalls,
  ...discountCalls,
  ...programCalls,
  ...backtestCalls,
  ...orderCalls,
  ...attributionCalls,
  ...flagCalls,
  ...commissionCalls,
  ...payoutCalls,
  ...payoutStepCalls,
  ...ledgerCalls,
  ...payoutBookCalls,
  ...deliveryCalls,
  ...eventCalls,
  ...trackingCalls,
  ...privacyCalls,
];
