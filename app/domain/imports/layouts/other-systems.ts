import type { SystemLayouts } from "../import-kinds.ts";

export const affiliateWp: SystemLayouts = {
  system: "affiliatewp",
  name: "AffiliateWP",
  source: { from: "source_code", at: "affiliate-wp/includes/admin/tools/export" },
  layouts: [
    {
      kind: "affiliates",
      named: {
        "Affiliate ID": "affiliateId",
        Email: "email",
        "Payment Email": "payoutEmail",
        Username: "referralCode",
        "Date Registered": "joined",
      },
      more: {
        "First Name": "firstName",
        "Last Name": "lastName",
        Status: "status",
        Rate: "rate",
        "Rate Type": "rateKind",
        "Flat Rate Basis": "rateKind",
      },
    },
    {
      kind: "referrals",
      named: {
        "Affiliate ID": "affiliateId",
        Email: "email",
        Amount: "amount",
        Currency: "currency",
        Reference: "order",
        Status: "status",
      },
      more: { Date: "date", Name: "name", Username: "referralCode" },
    },
  ],
  people: { active: "active", inactive: "blocked", pending: "pending", rejected: "rejected" },
  referrals: { pending: "pending", unpaid: "approved", paid: "paid", rejected: "denied" },
  parameter: "ref",
  percentages: "fractions",
};

export const dub: SystemLayouts = {
  system: "dub",
  name: "Dub",
  source: { from: "source_code", at: "dubinc/dub apps/web/lib/zod/schemas" },
  layouts: [
    {
      kind: "affiliates",
      named: { ID: "affiliateId", Name: "name", Email: "email", "Enrolled at": "joined" },
      more: { Status: "status", Description: "note" },
    },
    {
      // The default columns name no partner. Then the file has to be exported with them.
      kind: "referrals",
      named: { ID: "skip", Type: "skip", Earnings: "amount", Currency: "currency", Status: "status" },
      more: { "Partner ID": "affiliateId", "Partner email": "email", "Created at": "date" },
    },
    {
      kind: "payments",
      named: { ID: "skip", Amount: "amount", Currency: "currency", "Period start": "skip" },
      more: { "Paid at": "date", "Partner ID": "affiliateId", "Partner email": "email" },
    },
  ],
  people: {
    approved: "active",
    pending: "pending",
    invited: "invited",
    rejected: "rejected",
    declined: "rejected",
    banned: "blocked",
    deactivated: "blocked",
    archived: "blocked",
  },
  referrals: {
    pending: "pending",
    processed: "approved",
    paid: "paid",
    refunded: "denied",
    duplicate: "denied",
    fraud: "denied",
    canceled: "denied",
  },
  parameter: "",
};

export const postAffiliatePro: SystemLayouts = {
  system: "post_affiliate_pro",
  name: "Post Affiliate Pro",
  source: { from: "vendor", at: "support.qualityunit.com/146800" },
  layouts: [
    {
      kind: "referrals",
      named: {
        "!TRANSID": "skip",
        "!USERID": "affiliateId",
        "!RSTATUS": "status",
        "!PAYOUTSTATUS": "paid",
        "!COMMISSION": "amount",
        "!ORDERID": "order",
      },
      more: { "!DATEINSERTED": "date" },
    },
  ],
  people: {},
  referrals: { a: "approved", p: "pending", d: "denied" },
  parameter: "",
};

export const rewardful: SystemLayouts = {
  system: "rewardful",
  name: "Rewardful",
  source: { from: "none", at: "" },
  layouts: [],
  people: {},
  referrals: { pending: "pending", due: "approved", paid: "paid", voided: "denied" },
  parameter: "via",
};

export const tapfiliate: SystemLayouts = {
  system: "tapfiliate",
  name: "Tapfiliate",
  source: { from: "none", at: "" },
  layouts: [],
  people: {},
  referrals: { pending: "pending", approved: "approved", disapproved: "denied" },
  parameter: "ref",
};

export const leadDyno: SystemLayouts = {
  system: "leaddyno",
  name: "LeadDyno",
  source: { from: "none", at: "" },
  layouts: [],
  people: {},
  referrals: {
    pending: "pending",
    upcoming: "pending",
    due: "approved",
    paid: "paid",
    cancelled: "denied",
    canceled: "denied",
  },
  parameter: "afmc",
};

/** A file of any other system, or of the merchant's own. */
export const otherSystem: SystemLayouts = {
  system: "other",
  name: "",
  source: { from: "none", at: "" },
  layouts: [],
  people: {
    active: "active",
    approved: "active",
    pending: "pending",
    invited: "invited",
    inactive: "blocked",
    blocked: "blocked",
    suspended: "blocked",
    rejected: "rejected",
    denied: "rejected",
  },
  referrals: {
    pending: "pending",
    approved: "approved",
    unpaid: "approved",
    due: "approved",
    paid: "paid",
    denied: "denied",
    rejected: "denied",
    refunded: "denied",
    canceled: "denied",
    cancelled: "denied",
  },
  parameter: "",
};
