/** Shadow mode above other pages: why nothing is paid. */
export const shadowBanner = {
  title: {
    shadow: "Shadow mode is on",
    waiting: "Payouts wait for your previous app's balances",
  },
  text: {
    shadow: "Your current app pays all orders. Nothing is paid or emailed here until you go live.",
    waiting: "Export its commissions now, and import them. Then you can pay affiliates.",
  },
  open: "Open shadow mode",
} as const;
