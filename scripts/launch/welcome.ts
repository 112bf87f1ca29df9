import { type Stack, storePaypal } from "./stack.ts";

/** Text for a newcomer once everything runs: where to look, and what to try. */
export function welcome(stack: Stack, app: "built" | "hot"): string {
  const { appUrl, localUrl, paypalUrl, databaseUrl, logs } = stack;
  const shop = "demo-store.myshopify.com";
  const places = [
    ["The store's admin", `${localUrl}/store/demo-store/apps`],
    ["The storefront", `${localUrl}/shops/${shop}/`],
    ["The mailbox", `${localUrl}/mailbox`],
    ["PayPal", paypalUrl],
    ["The install page", `${appUrl}/install`],
    ["The API", `${appUrl}/api/v1/docs`],
    ["The database", `psql "${databaseUrl}"`],
    ["The logs", logs],
  ];
  const steps = [
    `Open the store's admin and install the app there, or use the install page with ${shop}.`,
    "Create a program with the setup guide.",
    "Invite an affiliate. Open the email in the mailbox and accept the invitation.",
    "Copy the affiliate's link, open it in another window, and buy something.",
    "Look at the dashboard for the commission. Refund the order in the store's admin, and it is gone again.",
    `Under Settings ▸ Payouts, connect PayPal with client ID ${storePaypal.id} and secret ${storePaypal.secret}.`,
    "Approve a commission and pay it under Payouts. PayPal pays a day after the affiliate confirmed their account.",
  ];
  return [
    "",
    app === "hot" ? "Everything runs, and follows your changes." : "Everything runs.",
    "",
    ...places.map(([name = "", where = ""]) => `  ${name.padEnd(18)} ${where}`),
    "",
    "What to try:",
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    "",
    "Ctrl-C stops everything; the next start finds it all again. `npm run demo -- --fresh` starts over.",
    "",
  ].join("\n");
}
