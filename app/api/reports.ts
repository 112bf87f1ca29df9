import { dashboardQuery, dashboardWire, versionWire } from "#app/contracts/dashboard.ts";
import {
  reportName,
  reportQuery,
  reportValuesQuery,
  reportValuesWire,
  reportWire,
} from "#app/contracts/report.ts";
import {
  removedViewWire,
  reportViewBody,
  reportViewListWire,
  reportViewWire,
} from "#app/contracts/report-view.ts";
import { signalsQuery, signalsWire } from "#app/contracts/signals.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { reportNames } from "#app/domain/report.ts";
import { readDashboardStats } from "#app/flows/reports/read-dashboard.ts";
import { readVersion } from "#app/flows/reports/read-version.ts";
import { readSignals } from "#app/flows/reports/read-signals.ts";
import {
  changeReportView,
  readReportViews,
  removeReportView,
  saveReportView,
} from "#app/flows/reports/report-views.ts";
import { performanceOf } from "#app/http/performance.ts";
import { versionStream } from "#app/http/event-stream.ts";
import { viewGiven } from "#app/http/report-view-change.ts";
import { reportOf, reportValuesOf } from "#app/http/report-answer.ts";
import { mayStillRead } from "#app/http/require-shop.server.ts";
import { defineCall } from "./define-call.ts";

/** SPEC §9. */
const keptSeconds = 120;

export const reportCalls = [
  defineCall({
    id: "getDashboardStats",
    method: "GET",
    path: "/dashboard/stats",
    tag: "Figures",
    summary:
      "The dashboard's figures: over all days, and how the shop did in some days against as many before. May be kept " +
      "for 120 s; has a validator.",
    permission: "read",
    query: dashboardQuery,
    answer: dashboardWire,
    keptSeconds,
    errors: [503],
    handle: async ({ shop, query, now }) => {
      const performance = await performanceOf(shop, query, now);
      if (isRefusal(performance)) return performance;
      const stats = await readDashboardStats(shop);
      if (isRefusal(stats)) return stats;
      return { ...stats, performance };
    },
  }),
  defineCall({
    id: "getReport",
    method: "GET",
    path: "/reports/{name}",
    tag: "Figures",
    summary: `A report by one of: ${reportNames.join(", ")}. May be kept for 120 s; has a validator.`,
    permission: "read",
    query: reportQuery,
    answer: reportWire,
    keptSeconds,
    errors: [503],
    handle: async ({ shop, name, query, now }) => {
      const report = reportName.safeParse(name);
      if (!report.success) return refuse("not-found", { code: "not_found", what: "report" }, "name");
      return await reportOf(shop, { name: report.data, query, now });
    },
  }),
  defineCall({
    id: "listReportValues",
    method: "GET",
    path: "/reports/{name}/values",
    tag: "Figures",
    summary: "What a report can be narrowed to: the values of its days, found by a part of their name.",
    permission: "read",
    query: reportValuesQuery,
    answer: reportValuesWire,
    errors: [503],
    handle: async ({ shop, name, query, now }) => {
      const report = reportName.safeParse(name);
      if (!report.success) return refuse("not-found", { code: "not_found", what: "report" }, "name");
      return await reportValuesOf(shop, { name: report.data, query, now });
    },
  }),
  defineCall({
    id: "listReportViews",
    method: "GET",
    path: "/report-views",
    tag: "Figures",
    summary: "The store's saved reports, by name.",
    permission: "read",
    answer: reportViewListWire,
    handle: async ({ shopId }) => ({ views: await readReportViews(shopId) }),
  }),
  defineCall({
    id: "saveReportView",
    method: "POST",
    path: "/report-views",
    tag: "Figures",
    summary: "Keeps a report under a name of at most 60 characters; a store has at most 50.",
    permission: "write",
    body: reportViewBody,
    status: 201,
    answer: reportViewWire,
    handle: async ({ shop, shopId, body, now }) => {
      const given = viewGiven(body, shop, now);
      if (isRefusal(given)) return given;
      return await saveReportView(shopId, given, now);
    },
  }),
  defineCall({
    id: "changeReportView",
    method: "PUT",
    path: "/report-views/{id}",
    tag: "Figures",
    summary: "Gives a saved report another name and another query.",
    permission: "write",
    body: reportViewBody,
    answer: reportViewWire,
    handle: async ({ shop, shopId, id, body, now }) => {
      const given = viewGiven(body, shop, now);
      if (isRefusal(given)) return given;
      return await changeReportView(shopId, id, { given, now });
    },
  }),
  defineCall({
    id: "deleteReportView",
    method: "DELETE",
    path: "/report-views/{id}",
    tag: "Figures",
    summary: "Takes a saved report away.",
    permission: "write",
    answer: removedViewWire,
    handle: async ({ shopId, id }) => (await removeReportView(shopId, id)) ?? ({ removed: true } as const),
  }),
  defineCall({
    id: "getVersion",
    method: "GET",
    path: "/version",
    tag: "Figures",
    summary: "A version that is another one whenever something of the shop has changed.",
    permission: "read",
    answer: versionWire,
    handle: async ({ shopId }) => ({ version: await readVersion(shopId) }),
  }),
  defineCall({
    id: "watchShop",
    method: "GET",
    path: "/live",
    tag: "Figures",
    summary:
      "The same version as server-sent events, `event: version` with the version as its data: the newest at once, then " +
      "each within 2 s of its change. Ends after some minutes, or with the right to it: ask again.",
    permission: "read",
    answerText: "text/event-stream",
    errors: [503],
    handle: ({ shopId, request }) =>
      versionStream({
        shopId,
        signal: request.signal,
        mayStay: () => mayStillRead(request, shopId),
      }),
  }),
  defineCall({
    id: "getSignals",
    method: "GET",
    path: "/signals",
    tag: "Orders",
    summary:
      "Which share of the orders of some days carried which signal, and what was credited by it alone.",
    permission: "read",
    query: signalsQuery,
    answer: signalsWire,
    handle: ({ shop, query, now }) => readSignals(shop, query, now),
  }),
];
