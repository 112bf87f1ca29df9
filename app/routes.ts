import { index, prefix, route, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product on one page. A path that is not here ends at /not-found. */
export default [
  // Doors for people who are not yet known.
  route("not-found", "routes/public/not-found.tsx"),
  route("terms", "routes/public/terms.tsx"),
  route("privacy", "routes/public/privacy.tsx"),
  index("routes/index.ts"),
  route("install", "routes/install.tsx"),
  route("auth", "routes/auth/begin.ts"),
  route("auth/callback", "routes/auth/callback.ts"),
  route("auth/success", "routes/auth/success.tsx"),
  route("auth/redeem", "routes/auth/redeem.ts"),
  route("auth/renew", "routes/auth/renew.ts"),
  route("auth/login", "routes/auth/login.ts"),
  route("auth/logout", "routes/auth/logout.ts"),
  route("auth/session-token", "routes/auth/embedded.ts", { id: "auth-session-token" }),
  route("auth/exit-iframe", "routes/auth/embedded.ts", { id: "auth-exit-iframe" }),

  // The merchant's admin: Dashboard, Affiliates, Programs.
  route("dashboard", "routes/admin/layout.tsx", [
    index("routes/admin/overview.tsx"),
    route("orders", "routes/admin/orders.tsx"),
    route("orders/:id", "routes/admin/order.tsx"),
    route("affiliates/commissions", "routes/admin/commissions.tsx"),
    route("affiliates/commissions/:id", "routes/admin/commission.tsx"),
    route("programs", "routes/admin/programs.tsx"),
    route("programs/new", "routes/admin/program-new.tsx"),
    route("programs/:id", "routes/admin/program.tsx"),
    route("proof", "routes/admin/proof.tsx"),
    route("proof/transfers", "routes/admin/transfers.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("settings/deliveries", "routes/admin/deliveries.tsx"),
    route("settings/deliveries/:id", "routes/admin/delivery.tsx"),
    route("affiliates", "routes/admin/affiliates.tsx"),
    route("affiliates/invite", "routes/admin/affiliates.invite.tsx"),
    route("affiliates/:id", "routes/admin/affiliate.tsx"),
    route("affiliates/:id/programs/:programId/terms", "routes/admin/own-terms.tsx"),
  ]),

  route("dashboard/affiliates.csv", "routes/admin/affiliates.csv.ts"),
  route("dashboard/orders.csv", "routes/admin/orders.csv.ts"),
  route("dashboard/commissions.csv", "routes/admin/commissions.csv.ts"),
  route("dashboard/ledger.csv", "routes/admin/ledger.csv.ts"),

  // The affiliate's portal.
  route("portal", "routes/portal/home.tsx"),
  route("portal/orders/:id", "routes/portal/order.tsx"),
  route("portal/accept", "routes/portal/accept.tsx"),
  route("portal/sign-in", "routes/portal/sign-in.tsx"),
  route("portal/sign-out", "routes/portal/sign-out.ts"),
  route("portal/:shop/sign-in", "routes/portal/shop-sign-in.tsx"),

  // Doors for machines: webhooks and clicks.
  route("webhooks", "routes/webhooks/receive.ts"),
  route("r/:code", "routes/track/click.ts"),
  route("health", "routes/health.ts"),

  // The API (docs at /api/v1/docs).
  ...prefix("api/v1", [
    route("auth/login", "routes/api/v1/auth.login.ts"),
    route("auth/me", "routes/api/v1/auth.me.ts"),
    route("shop/info", "routes/api/v1/shop.info.ts"),
    route("test", "routes/api/v1/test.ts"),
    route("dashboard/stats", "routes/api/v1/dashboard.stats.ts"),
    route("pulse", "routes/api/v1/pulse.ts"),
    route("openapi.json", "routes/api/v1/openapi.ts"),
    route("docs", "routes/api/v1/docs.tsx"),
    route("affiliates", "routes/api/v1/affiliates.ts"),
    route("affiliates/invite", "routes/api/v1/affiliates.invite.ts"),
    route("affiliates/:id", "routes/api/v1/affiliate.ts"),
    route("affiliates/:id/status", "routes/api/v1/affiliate.status.ts"),
    route("affiliates/:id/invitation", "routes/api/v1/affiliate.invitation.ts"),
    route("affiliates/:id/codes", "routes/api/v1/affiliate.codes.ts"),
    route("affiliates/:id/programs/:programId/terms", "routes/api/v1/affiliate.terms.ts"),
    route("affiliates/:id/codes/:code", "routes/api/v1/affiliate.code.ts"),
    route("programs", "routes/api/v1/programs.ts"),
    route("programs/preview", "routes/api/v1/programs.preview.ts"),
    route("programs/:id", "routes/api/v1/program.ts"),
    route("goods", "routes/api/v1/goods.ts"),
    route("orders", "routes/api/v1/orders.ts"),
    route("orders/:id", "routes/api/v1/order.ts"),
    route("orders/:id/explanation", "routes/api/v1/order.explanation.ts"),
    route("commissions", "routes/api/v1/commissions.ts"),
    route("commissions/:id", "routes/api/v1/commission.ts"),
    route("deliveries", "routes/api/v1/deliveries.ts"),
    route("deliveries/retry", "routes/api/v1/deliveries.retry.ts"),
    route("proof", "routes/api/v1/proof.ts"),
    route("ledger/transfers", "routes/api/v1/ledger.transfers.ts"),
  ]),

  route("*", "routes/public/unknown.tsx"),
] satisfies RouteConfig;
