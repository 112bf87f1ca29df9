import type { MerchantEmailKind } from "#app/domain/emails/kinds.ts";
import type { EmailTemplate } from "./en/templates.ts";

/** Default texts of emails to merchants, in English like the merchant's screens. */
export const merchantTemplates: Readonly<Record<MerchantEmailKind, EmailTemplate>> = {
  details_changed_shop: {
    subject: "{affiliate} changed their payout details",
    body: "{affiliate} confirmed new payout details: {account}. They were paid to: {account_before}.\n\nThey're used from {date}. If this seems odd, pause their payouts and ask them.\n\nAccounts are shown in part only. Nobody at the store can change them.",
    button: "View affiliate",
  },
  new_application: {
    subject: "{news} at {shop}",
    body: "{news}: {names}.\n\nApprove or decline them. They get your decision by email.",
    button: "Review applications",
  },
  claim_received: {
    subject: "{news} at {shop}",
    body: "{news} from {names}.\n\nAccept a claim to credit the order to the affiliate.",
    button: "Review claims",
  },
  fraud_flag: {
    subject: "{news} at {shop}",
    body: "{news}: {names}.\n\nConfirm or dismiss each one.",
    button: "Review flags",
  },
  weekly_summary: {
    subject: "Your affiliate program, {week}",
    body: "Orders: {orders}\nSales: {sales}\nCommissions: {commissions}\nNew affiliates: {new_affiliates}\n\nApplications waiting: {applications_waiting}\nTo do: {to_do}",
    button: "View dashboard",
  },
  payout_attention: {
    subject: "{method} payout of {amount}: {state}",
    body: "Your {method} payout of {amount} is waiting for you.\n\n{next}\n\n{skipped}\n\nPayouts that wait for you are also on your dashboard.",
    button: "View payout",
  },
};

export const merchantFooter = "You get this because this is the contact email of {shop}.";
