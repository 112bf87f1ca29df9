/** Shadow mode above other pages: why nothing is paid. */
export const shadowBanner = {
  title: {
    shadow: "Shadow mode is on",
    waiting: "Payouts wait for your previous app's balances",
  },
  text: {
    shadow:
      "Your current app pays all commissions. This app pays nothing and sends no emails until you go live.",
    waiting: "Export its commissions, and import them here. Then you can pay affiliates.",
  },
  open: "Open shadow mode",
} as const;
