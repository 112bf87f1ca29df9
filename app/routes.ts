import { prefix, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product on one page. A path that is not here ends at /not-found. */
export default [
  // Doors for people who are not yet known.

  // The merchant's admin: Dashboard, Affiliates, Programs.

  // The affiliate's portal.

  // Doors for machines: webhooks and clicks.

  // The API (docs at /api/v1/docs).
  ...prefix("api/v1", []),
] satisfies RouteConfig;
