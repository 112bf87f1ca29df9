import { affiliateCalls } from "./calls/affiliate-calls.ts";
import type { ApiCall } from "./calls/api-call.ts";
import { backtestCalls } from "./calls/backtest-calls.ts";
import { commissionCalls } from "./calls/commission-calls.ts";
import { deliveryCalls } from "./calls/delivery-calls.ts";
import { ledgerCalls } from "./calls/ledger-calls.ts";
import { orderCalls } from "./calls/order-calls.ts";
import { programCalls } from "./calls/program-calls.ts";
import { shopCalls } from "./calls/shop-calls.ts";

/** Every call of the API; a test compares this list with the routes. */
export const apiCalls: readonly ApiCall[] = [
  ...shopCalls,
  ...affiliateCalls,
  ...programCalls,
  ...backtestCalls,
  ...orderCalls,
  ...commissionCalls,
  ...ledgerCalls,
  ...deliveryCalls,
];
