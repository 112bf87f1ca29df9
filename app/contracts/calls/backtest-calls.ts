import {
  backtestListWire,
  backtestWire,
  importListWire,
  startBacktestBody,
  startImportBody,
} from "../backtest.ts";
import { reading, writing, type ApiCall } from "./api-call.ts";

export const backtestCalls: readonly ApiCall[] = [
  {
    id: "listBacktests",
    method: "get",
    path: "/api/v1/programs/{id}/backtests",
    tag: "Backtests",
    summary: "The newest backtests of a program, without their tables.",
    answer: backtestListWire,
    errors: reading,
  },
  {
    id: "startBacktest",
    method: "post",
    path: "/api/v1/programs/{id}/backtests",
    tag: "Backtests",
    summary:
      "Run a draft of terms over past orders, beside today's terms; nothing is posted. It runs by itself: ask for it.",
    body: startBacktestBody,
    answer: backtestWire,
    status: 202,
    errors: writing,
  },
  {
    id: "getBacktest",
    method: "get",
    path: "/api/v1/backtests/{id}",
    tag: "Backtests",
    summary:
      "How far a backtest is, and what came out: cost and share of revenue, by affiliate, product and month.",
    answer: backtestWire,
    errors: reading,
  },
  {
    id: "listOrderImports",
    method: "get",
    path: "/api/v1/orders/imports",
    tag: "Orders",
    summary: "The newest readings of past orders in bulk, and how far back the platform tells.",
    answer: importListWire,
    errors: reading,
  },
  {
    id: "startOrderImport",
    method: "post",
    path: "/api/v1/orders/imports",
    tag: "Orders",
    summary:
      "Read past orders in bulk from the platform, one import at a time. It runs by itself: ask for it.",
    body: startImportBody,
    answer: importListWire,
    status: 202,
    errors: writing,
  },
];
