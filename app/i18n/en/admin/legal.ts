/** The public pages of terms and privacy. An empty line parts paragraphs. */
export const legal = {
  terms: {
    title: "Terms of Service",
    sections: {
      software: {
        heading: "The software",
        text: "Affiliate Platform is open-source software. A store, or someone acting for it, runs it on a server of their choice. The person or company that runs it for you is your provider, and your agreement about service, price, and support is with them.",
      },
      service: {
        heading: "The service",
        text: "It records visits and orders from your affiliates, calculates commissions by your terms, and keeps a ledger of what was earned, reversed, and paid. You decide whom you invite, what you promise them, and when you pay.\n\nThe terms of a program are your store's promise to the affiliates who joined it. Changes apply to new orders only.",
      },
      duties: {
        heading: "Your responsibilities",
        text: "Use it lawfully. Tell your customers and affiliates what you track, keep the promises your programs make, and report and pay your taxes.\n\nKeep your API keys secret. You're responsible for what is done with them.",
      },
      warranty: {
        heading: "No warranty",
        text: "The software comes as it is, under the license delivered with it, without warranty. Back up your database, and check the figures before you pay.",
      },
      end: {
        heading: "Ending it",
        text: "You can uninstall the app in your store's admin at any time, which ends every session. Your provider keeps your affiliates' records until you ask for their deletion or the law allows it.",
      },
    },
  },
  privacy: {
    title: "Privacy Policy",
    sections: {
      staff: {
        heading: "Store staff",
        text: "When you open the app, Shopify shares your name and email address. We keep them to show who made a change. A cookie keeps you signed in. Your theme is stored in a cookie and in your browser.",
      },
      affiliates: {
        heading: "Affiliates",
        text: "We keep an affiliate's name, email address, referral codes, links, programs, and commissions for as long as the store needs its records. To detect affiliates who buy through their own links, we keep keyed fingerprints of their email address and, from their own orders, of their customer account and of their last name and address. Affiliates only see their own data.",
      },
      applicants: {
        heading: "Applicants",
        text: "We keep an application's name, email address, answers, and country, the page and campaign it came from, and the version of the terms accepted. The store sees it and decides. Unconfirmed applications are deleted after 30 days and declined ones after two years. Approved ones are kept with the affiliate.",
      },
      payouts: {
        heading: "Affiliates' payout details",
        text: "Affiliates can enter a PayPal address, a bank account with its holder's name, or their customer account at the store. We store these details encrypted. Enough to recognize them, such as z...@example.com or the last four digits, stays readable for the affiliate and the store. A keyed fingerprint finds affiliates who share an account.\n\nAccounts that were never used are deleted when they're replaced or withdrawn. Their readable part stays in the history. Used accounts are kept for ten years after they end, like accounting records. Payout files and requests to PayPal are kept encrypted with those records.\n\nTo pay, we send the account and the amount to PayPal, to Shopify for store credit, or into a file that the store downloads for its bank. The secret of a store's PayPal account is stored encrypted. It's deleted once the account is disconnected and its last payment is closed.",
      },
      visitors: {
        heading: "Visitors who follow an affiliate's link",
        text: "We keep a visit's time, the page it led to, the website it came from, and whether the address was marked as an ad. We don't store IP addresses. To count each visitor once a day, we keep a fingerprint with a new salt every day. When the salt is deleted with the day, the fingerprint can't be traced to anyone.\n\nIf the visitor allows it, signed identifiers of their first and latest visits are kept in their browser and cart, and come back with the order. Visits are deleted after 13 months, or after a time the store chose.",
      },
      customers: {
        heading: "Customers",
        text: "We keep an order's amounts, products, discount codes, and country, the customer's ID and tags, the page where the visit began, and the visits that led to the order. We don't keep names, phone numbers, or postal addresses. The email address, and the last name with the postal address, are kept only as keyed fingerprints. A store can link a customer to an affiliate by such a fingerprint.\n\nOriginal messages from Shopify are encrypted and deleted within 30 days. What the store's web pixel recorded at checkout is deleted after 90 days, or after a time of up to a year that the store chose.",
      },
      rights: {
        heading: "Your rights",
        text: "We act on the requests that Shopify passes on. When customers ask for their data, we collect everything we keep about them, and the store sends it within 30 days. When a customer must be erased, we delete the fingerprints, ID, country, tags, and pages from their orders, their applications, and their links to affiliates, and make their visits anonymous. Amounts and commissions stay as accounting records.\n\nWhen a store uninstalls the app and Shopify asks for erasure, we erase access tokens, API keys, PayPal secrets, staff names, customer fingerprints, requests, visits, applications, and payout details. Payout files and requests stay encrypted with the accounting records.\n\nWe don't sell data. It leaves this server only to pay and email affiliates, and to do what the store asks of Shopify.",
      },
    },
    contact: {
      heading: "Operator and contact",
      operator: "{name} runs this server.",
      noOperator: "The operator of this server hasn't given a name.",
      contact: "Contact for questions about your data:",
      noContact: "No contact is given. Ask the store that uses this app.",
    },
  },
} as const;
