/** Reasons about shadow mode and the switch from another app, by code. */
export type ShadowReasons = {
  before_live: { readonly what: "balances" | "commissions" | "import" | "invitations" };
  export_not_confirmed: object;
  live_already: object;
  live_in_past: object;
  payouts_await_balances: object;
  shadow_not_live: object;
  shadow_not_started: object;
  shadow_started: object;
  shadow_too_late: object;
};
