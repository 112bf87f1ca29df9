import type { z } from "zod";
import { backtestListWire, backtestWire, startBacktestBody } from "#app/contracts/backtest.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { BacktestTarget } from "#app/flows/backtests/find-subject.ts";
import { readBacktests } from "#app/flows/backtests/read-backtests.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import type { ShopContext } from "#app/http/require-shop.server.ts";
import { backtestInWords } from "#app/http/backtests.ts";
import { runWords } from "#app/http/stored-failures.ts";
import { defineCall } from "./define-call.ts";

export const backtestCalls = [
  defineCall({
    id: "listBacktests",
    method: "GET",
    path: "/programs/{id}/backtests",
    tag: "Backtests",
    summary: "The newest backtests of a program, without their tables.",
    permission: "read",
    answer: backtestListWire,
    handle: ({ shopId, id, now }) => listBacktests(shopId, { programId: id }, now),
  }),
  defineCall({
    id: "startBacktest",
    method: "POST",
    path: "/programs/{id}/backtests",
    tag: "Backtests",
    summary:
      "Run a draft of terms over past orders, beside today's terms; nothing is posted. It runs by itself: ask for it.",
    permission: "write",
    body: startBacktestBody,
    status: 202,
    answer: backtestWire,
    handle: ({ ctx, id, body }) => runBacktest(ctx, { programId: id }, body),
  }),
  defineCall({
    id: "listCustomTermsBacktests",
    method: "GET",
    path: "/affiliates/{id}/programs/{programId}/backtests",
    tag: "Backtests",
    summary: "The newest backtests of an affiliate's custom terms in a program, without their tables.",
    permission: "read",
    answer: backtestListWire,
    handle: ({ shopId, id, programId, now }) => listBacktests(shopId, { programId, affiliateId: id }, now),
  }),
  defineCall({
    id: "startCustomTermsBacktest",
    method: "POST",
    path: "/affiliates/{id}/programs/{programId}/backtests",
    tag: "Backtests",
    summary:
      "Run a draft of an affiliate's own terms over the orders they were credited with in the program, beside the terms that judge them today; nothing is posted.",
    permission: "write",
    body: startBacktestBody,
    status: 202,
    answer: backtestWire,
    handle: ({ ctx, id, programId, body }) => runBacktest(ctx, { programId, affiliateId: id }, body),
  }),
  defineCall({
    id: "listDraftBacktests",
    method: "GET",
    path: "/backtests",
    tag: "Backtests",
    summary: "The newest backtests of programs that are not made yet, without their tables.",
    permission: "read",
    answer: backtestListWire,
    handle: ({ shopId, now }) => listBacktests(shopId, {}, now),
  }),
  defineCall({
    id: "startDraftBacktest",
    method: "POST",
    path: "/backtests",
    tag: "Backtests",
    summary:
      "Run the draft of a program that is not made yet over past orders, beside what the programs they were credited in pay today; nothing is posted.",
    permission: "write",
    body: startBacktestBody,
    status: 202,
    answer: backtestWire,
    handle: ({ ctx, body }) => runBacktest(ctx, {}, body),
  }),
  defineCall({
    id: "getBacktest",
    method: "GET",
    path: "/backtests/{id}",
    tag: "Backtests",
    summary:
      "How far a backtest is, and what came out: cost and share of revenue, by affiliate, product and month.",
    permission: "read",
    answer: backtestWire,
    handle: ({ shopId, id, now }) => backtestInWords(shopId, id, now),
  }),
];

async function listBacktests(shopId: ShopId, of: BacktestTarget, now: Date) {
  const backtests = await readBacktests(shopId, of, now);
  return isRefusal(backtests) ? backtests : { backtests: backtests.map(runWords) };
}

async function runBacktest(ctx: ShopContext, of: BacktestTarget, body: z.output<typeof startBacktestBody>) {
  const backtestId = await startBacktest(ctx, of, body);
  return isRefusal(backtestId) ? backtestId : await backtestInWords(ctx.shopId, backtestId, ctx.now);
}
