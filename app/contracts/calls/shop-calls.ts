import { reportNames } from "#app/domain/report.ts";
import { healthWire, installUrlWire, loginBody, loginWire, userWire, whoWire } from "../auth.ts";
import { dashboardQuery, dashboardWire, pulseWire } from "../dashboard.ts";
import { reportQuery, reportWire } from "../report.ts";
import { shopInfoWire, shopSettingsBody } from "../shop.ts";
import { reading, writing, type ApiCall } from "./api-call.ts";

export const shopCalls: readonly ApiCall[] = [
  {
    id: "login",
    method: "post",
    path: "/api/v1/auth/login",
    tag: "Session",
    summary: "Log in with a shop's API key; answers the bearer token of the other calls.",
    body: loginBody,
    answer: loginWire,
    errors: [400, 401, 429],
    open: true,
  },
  {
    id: "me",
    method: "get",
    path: "/api/v1/auth/me",
    tag: "Session",
    summary: "The user that the token belongs to.",
    answer: userWire,
    errors: [401, 429],
  },
  {
    id: "test",
    method: "get",
    path: "/api/v1/test",
    tag: "Session",
    summary: "Who the caller is, in which shop, with which right. Never cached.",
    answer: whoWire,
    errors: [401, 429],
  },
  {
    id: "getShopInfo",
    method: "get",
    path: "/api/v1/shop/info",
    tag: "Shop",
    summary: "The shop's settings. May be kept for 300 s; has a validator.",
    answer: shopInfoWire,
    errors: [401, 429],
  },
  {
    id: "updateShopInfo",
    method: "put",
    path: "/api/v1/shop/info",
    tag: "Shop",
    summary: "Change the shop's settings.",
    body: shopSettingsBody,
    answer: shopInfoWire,
    errors: writing,
  },
  {
    id: "getDashboardStats",
    method: "get",
    path: "/api/v1/dashboard/stats",
    tag: "Figures",
    summary:
      "The dashboard's figures: over all days, and how the shop did in some days against as many before. May be kept " +
      "for 120 s; has a validator.",
    query: dashboardQuery,
    answer: dashboardWire,
    errors: [...reading, 503],
  },
  {
    id: "getReport",
    method: "get",
    path: "/api/v1/reports/{name}",
    tag: "Figures",
    summary: `A report by one of: ${reportNames.join(", ")}. May be kept for 120 s; has a validator.`,
    query: reportQuery,
    answer: reportWire,
    errors: [...reading, 503],
  },
  {
    id: "getPulse",
    method: "get",
    path: "/api/v1/pulse",
    tag: "Figures",
    summary: "A version that is another one whenever something of the shop has changed.",
    answer: pulseWire,
    errors: [401, 429],
  },
  {
    id: "watchShop",
    method: "get",
    path: "/api/v1/live",
    tag: "Figures",
    summary:
      "The same version as server-sent events, `event: version` with the pulse as its data: the newest at once, then " +
      "each within 2 s of its change. Ends after some minutes, or with the right to it: ask again.",
    answerText: "text/event-stream",
    errors: [401, 429, 503],
  },
  {
    id: "getInstallUrl",
    method: "get",
    path: "/auth",
    tag: "Installation",
    summary:
      "Where a store's owner agrees to the installation; `shop` is the store's domain. Browsers are sent there.",
    answer: installUrlWire,
    errors: [400, 429],
    open: true,
  },
  {
    id: "getHealth",
    method: "get",
    path: "/health",
    tag: "Service",
    summary: "Whether the service and its database answer. May be kept for 60 s.",
    answer: healthWire,
    errors: [],
    open: true,
  },
];
