import type { SystemLayouts } from "../import-kinds.ts";

export const upPromote: SystemLayouts = {
  system: "uppromote",
  name: "UpPromote",
  source: { from: "reader", at: "uppromote_affiliates.xlsx" },
  layouts: [
    {
      kind: "affiliates",
      named: { first_name: "firstName", last_name: "lastName", email: "email", signup_source: "skip" },
      more: {
        date_created: "joined",
        status: "status",
        referral_link: "link",
        coupons: "discountCodes",
        program_name: "program",
        payment_info: "skip",
      },
    },
    {
      kind: "referrals",
      named: {
        order_name: "order",
        affiliate_email: "email",
        commission: "amount",
        status: "status",
        tracking_by: "skip",
      },
      more: {
        date: "date",
        currency: "currency",
        affiliate_name: "name",
        affiliate_coupon: "discountCodes",
        program_name: "program",
      },
    },
    {
      // One row per affiliate: approved and unpaid, net of refunds, so it may be negative.
      kind: "balances",
      named: {
        full_name: "skip",
        email: "email",
        referrals: "skip",
        total_amount: "skip",
        commission: "amount",
      },
    },
  ],
  people: { active: "active", pending: "pending", inactive: "blocked" },
  referrals: { pending: "pending", approved: "approved", denied: "denied", paid: "paid" },
  parameter: "sca_ref",
};

export const goAffPro: SystemLayouts = {
  system: "goaffpro",
  name: "GoAffPro",
  source: {
    from: "reader",
    at: "affiliates-*.csv, transactions-*.csv, connected-customers-*.csv, payouts-*.csv",
  },
  layouts: [
    {
      kind: "affiliates",
      named: {
        ID: "affiliateId",
        Name: "name",
        "Email Address": "email",
        Status: "status",
        "Referral Code": "referralCode",
      },
      more: {
        "Referral Link": "link",
        "Coupon Code": "discountCodes",
        "Paypal Email Address": "payoutEmail",
        "Date Created": "joined",
      },
    },
    {
      // The sum of an affiliate's events for an order is the commission. The orders file does not add up.
      kind: "referrals",
      named: {
        "Affiliate ID": "affiliateId",
        "Affiliate Email": "email",
        "Event Type": "skip",
        "Order Number": "order",
        Amount: "amount",
        "Is Paid ?": "paid",
      },
      more: { Date: "date", "Affiliate Name": "name" },
    },
    {
      kind: "customers",
      named: {
        "Affiliate ID": "affiliateId",
        "Affiliate Email": "email",
        "Customer Email": "customerEmail",
        "Customer Name": "skip",
        Source: "skip",
      },
    },
    {
      kind: "payments",
      named: {
        Date: "date",
        "Affiliate Email": "email",
        "Payout Amount": "amount",
        Currency: "currency",
        "Payment Method": "skip",
      },
    },
  ],
  people: { approved: "active", blocked: "blocked", pending: "pending", invited: "invited" },
  referrals: { new: "pending", approved: "approved", rejected: "denied" },
  parameter: "ref",
};

export const bixGrow: SystemLayouts = {
  system: "bixgrow",
  name: "BixGrow",
  source: { from: "reader", at: "bixgrow_afiliadas.csv, importAffiliateConversionsCsv" },
  layouts: [
    {
      kind: "affiliates",
      named: {
        Email: "email",
        "First Name": "firstName",
        "Last Name": "lastName",
        Program: "program",
        "Referral code": "referralCode",
        Coupons: "discountCodes",
      },
      more: { Status: "status", "Date created": "joined" },
    },
    {
      kind: "referrals",
      named: {
        Order: "order",
        "Affiliate email": "email",
        "Affiliate id": "affiliateId",
        "Commissionable sales": "skip",
        Commission: "amount",
        Status: "status",
      },
      more: { Date: "date", "Affiliate name": "name" },
    },
  ],
  people: { approved: "active", pending: "pending", denied: "rejected", rejected: "rejected" },
  referrals: { pending: "pending", approved: "approved", due: "approved", paid: "paid", denied: "denied" },
  parameter: "bg_ref",
};

export const socialSnowball: SystemLayouts = {
  system: "social_snowball",
  name: "Social Snowball",
  source: { from: "vendor", at: "help.socialsnowball.io/articles/8937051" },
  // The export of people has no email addresses, and the labels of ids and states are not public.
  layouts: [],
  people: {},
  referrals: { paid: "paid", unpaid: "approved" },
  parameter: "",
};

export const refersion: SystemLayouts = {
  system: "refersion",
  name: "Refersion",
  source: { from: "none", at: "" },
  layouts: [],
  people: {},
  referrals: {
    pending: "pending",
    approved: "approved",
    denied: "denied",
    unqualified: "denied",
    paid: "paid",
    unpaid: "approved",
  },
  parameter: "rfsn",
};
